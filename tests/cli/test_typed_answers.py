"""Answers written to ``companion watch`` while it runs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.watched_lines import EventPrinter, TypedAnswers
from companion.live.events import Asked, RollDetected
from tests.live.watched_game import Watched, after, begun


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Watched]:
    table = begun(tmp_path)
    yield table
    table.journal.close()


def typed(table: Watched, *lines: str) -> None:
    """Somebody writes these lines, knowing everything that was printed."""
    printed = EventPrinter(as_json=True)
    for event in table.events:
        printed.print_event(event)
    answers = TypedAnswers(table.live, io.StringIO("\n".join(lines)), printed.open, lambda: None)
    answers.thread.join()
    answers.attend()


def test_yes_confirms_the_one_thing_that_is_open_and_a_payment_is_chosen_by_its_number(table: Watched) -> None:
    table.throw((9, 2))
    table.rest()
    typed(table, "yes")
    assert table.state.roll is not None
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    asked = table.last(Asked)
    typed(table, f"{asked.key} 1")
    assert table.play.course.done[-1].move == asked.choices[1].move


def test_no_dismisses_and_the_table_can_be_said_to_be_right(table: Watched) -> None:
    table.throw((9, 2))
    table.rest()
    typed(table, f"{table.last(RollDetected).id} yes")
    table.lay(after(table.state, "4MS@0"))
    table.rest()
    typed(table, "no")
    assert table.live.standing is not None
    typed(table, "table")
    column = table.state.column(0, 0)
    assert column is not None and [str(card) for card in column.properties] == ["4MS"]


@pytest.mark.parametrize("line", ["yes", "camera-9 0", "what is this", "{open} 7", "{open}"])
def test_what_answers_nothing_is_said_and_changes_nothing(
    table: Watched, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    table.throw((9, 2))
    table.rest()
    if line == "yes":
        table.live.dismiss(str(table.last(RollDetected).id))
    typed(table, line.replace("{open}", str(table.last(RollDetected).id)))
    assert capsys.readouterr().err.startswith("companion: ")
    assert table.play.seq == 0
