"""Questions about a photo, asked at the terminal one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.cli.languages import translate, translate_error
from companion.cli.output import print_error, print_question, print_to_stderr
from companion.cli.score_output import question_line
from companion.locale import Message
from companion.questions import UnusableAnswer

if TYPE_CHECKING:
    from companion.questions import Question
    from companion.table.scored import ScoredTable


def at_terminal() -> bool:
    """Return whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(score: Callable[[Mapping[str, str]], ScoredTable], known: Mapping[str, str]) -> ScoredTable:
    """Ask what a table leaves open, and score it again after each answer; an empty line leaves a question open.

    Args:
        score: Scores the table with answers by their questions' keys.
        known: The answers that are known.

    Returns:
        The table with all answers.
    """
    answers, skipped = dict(known), set[str]()
    table = score(answers)
    while (question := _open(table, {*answers, *skipped})) is not None:
        if not skipped and len(answers) == len(known):
            print_to_stderr(translate(Message("Type an answer, or press Enter to leave a question open.")))
        answer = _ask(question)
        if answer:
            answers[question.key] = answer
            table = score(answers)
        else:
            skipped.add(question.key)
    return table


def _open(table: ScoredTable, asked: set[str]) -> Question | None:
    return next((one for one in table.questions if one.choices and one.key not in asked), None)


def _ask(question: Question) -> str:
    """Return one of the question's answers, of which a beginning is enough; "" if it stays open."""
    print_to_stderr(translate(question_line(question)))
    offered = [choice.answer for choice in question.choices]
    while True:
        print_question("> ")
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
            print_error(translate_error(error))
