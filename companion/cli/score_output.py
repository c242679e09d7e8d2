"""A photographed table and its score, as JSON or as a printed table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.cli.board import build_table
from companion.cli.languages import translate
from companion.cli.terminal import terminal
from companion.locale import Message, Wording

if TYPE_CHECKING:
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
