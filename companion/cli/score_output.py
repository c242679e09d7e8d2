"""A photographed table and its score, as JSON or as a printed table, and the questions that are asked about it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from companion.cli.board import build_table
from companion.cli.languages import translate
from companion.cli.output import print_error, print_to_stderr
from companion.cli.terminal import terminal
from companion.locale import Message, Wording
from companion.questions import UnusableAnswer

if TYPE_CHECKING:
    from companion.live.photo_session import PhotoSession
    from companion.questions import Question
    from companion.table.questions import TableQuestion
    from companion.table.scored import ScoredTable


def scored_document(table: ScoredTable) -> dict[str, Any]:
    """Return a table, its score and its questions as JSON."""
    return {
        "players": table.players,
        "sure": table.sure,
        "questions": [_question_document(question) for question in table.questions],
        "remarks": [translate(remark) for remark in table.remarks],
        **table.worth,
    }


def _question_document(question: TableQuestion) -> dict[str, object]:
    return {
        "id": question.key,
        "kind": question.kind,
        "text": translate(question.text),
        "region": list(question.region or ()),
        "choices": [choice.answer for choice in question.choices],
        "blocks": question.blocks,
    }


def print_scored(table: ScoredTable) -> None:
    """Print a table, its score and its questions."""
    console = terminal()
    console.print(build_table(table.rows))
    console.print(table.why)
    for note in table.notes:
        console.print(note)
    for remark in table.remarks:
        console.print(f"! {translate(remark)}")
    for question in table.questions:
        console.print(question_line(question))


def question_line(question: Question) -> Message:
    """Return a question with its id and its answers."""
    answers = ", ".join(choice.answer for choice in question.choices)
    values: Wording = {"id": question.key, "text": question.text, "choices": f" ({answers})" if answers else ""}
    return Message("? {id}: {text}{choices}", values)


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
