"""A table that was read from a photo and scored, for programs and for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.cli.languages import say, speech
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.cli.game_commands import Scored
    from companion.table.questions import TableQuestion


def scored_document(table: Scored) -> dict[str, Any]:
    """A table and its score for programs, with what is in doubt."""
    return {
        "players": table.players,
        "sure": table.sure,
        "questions": [_question_document(question) for question in table.questions],
        "remarks": [say(remark) for remark in table.remarks],
        **table.worth,
    }


def _question_document(question: TableQuestion) -> dict[str, object]:
    return {
        "id": question.key,
        "kind": question.kind,
        "text": say(question.text),
        "region": list(question.region or ()),
        "choices": [choice.answer for choice in question.choices],
        "blocks": question.blocks,
    }


def show_scored(table: Scored) -> None:
    """The same for people."""
    from companion.cli.board import rows_of
    from companion.cli.terminal import terminal

    console = terminal()
    console.print(rows_of(table.rows, speech.translations))
    console.print(say(table.why))
    for remark in table.remarks:
        console.print(f"! {say(remark)}")
    for question in table.questions:
        answers = ", ".join(choice.answer for choice in question.choices)
        choices = f" ({answers})" if answers else ""
        asked: Wording = {"id": question.key, "text": question.text, "choices": choices}
        console.print(say(Message("? {id}: {text}{choices}", asked)))
