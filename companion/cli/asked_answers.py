"""Questions about a photo, asked at the terminal one after the other."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from companion.cli.output import print_error, print_to_stderr
from companion.cli.score_output import question_line
from companion.locale import Message
from companion.questions import UnusableAnswer

if TYPE_CHECKING:
    from companion.live.photo_session import PhotoSession
    from companion.questions import Question
    from companion.table.scored import ScoredTable


def at_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(session: PhotoSession) -> ScoredTable | None:
    """Ask what the photos leave open; an empty line leaves a question open. Return the table with all answers."""
    asked = known = set(session.answers)
    while (question := next((one for one in session.asked if one.key not in asked), None)) is not None:
        if asked is known:
            print_to_stderr(Message("Type an answer, or press Enter to leave a question open."))
        asked = asked | {question.key}
        answer = _ask(question)
        if answer:
            session.answer(question.key, answer)
    return session.scored


def _ask(question: Question) -> str:
    """Return one of the question's answers, of which a beginning is enough; "" if it stays open."""
    print_to_stderr(question_line(question))
    offered = [choice.answer for choice in question.choices]
    while True:
        print_to_stderr("> ", end="")
        typed = sys.stdin.readline().strip()
        if not typed:
            return ""
        exact = [one for one in offered if one.casefold() == typed.casefold()]
        near = exact or [one for one in offered if one.casefold().startswith(typed.casefold())]
        if len(near) == 1:
            return near[0]
        try:
            question.check_offers(typed)
        except UnusableAnswer as error:
            print_error(error)
