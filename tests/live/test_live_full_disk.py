"""A journal that takes nothing more, beside a camera: whoever is at the table hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.watched_lines import TypedAnswers
from companion.journal import JournalError
from companion.live.events import NotKept, RollDetected
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.live.watched_game import AT_ONCE, Watched, after, rolled


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def refused(table: Watched) -> None:
    """A card was laid that the players said is not what happened: table and game differ."""
    rolled(table)
    table.show(after(table.state, "4MS@0"))
    table.live.dismiss(table.play.questions()[0].key)


def test_the_table_is_right_says_that_it_cannot_be_kept_and_can_be_said_again(table: Watched, database: Path) -> None:
    refused(table)
    before = table.state
    with nothing_more_kept(database), pytest.raises(JournalError, match=WHY):
        table.live.accept_table()
    assert table.state == before and table.live.standing is not None
    table.live.accept_table()
    assert table.live.standing is None


def test_table_that_is_typed_says_that_it_cannot_be_kept(
    table: Watched, database: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    refused(table)
    (tmp_path / "typed").write_text("table\n")
    with nothing_more_kept(database), (tmp_path / "typed").open() as lines:
        answers = TypedAnswers(table.live, lines, list, lambda: None)
        answers.thread.join()
        answers.attend()
    assert WHY in capsys.readouterr().err
    assert table.live.standing is not None


def test_a_roll_that_is_seen_and_cannot_be_kept_is_said(table: Watched, database: Path) -> None:
    table.play.policy = AT_ONCE
    with nothing_more_kept(database):
        table.roll(9, 2)
    event = table.last(NotKept)
    assert WHY in str(event.sentence()) and WHY in event.to_json()["text"]
    assert not table.all(RollDetected) and table.play.seq == 0


def test_answers_that_are_no_text_are_said_to_be_none(
    table: Watched, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "typed").write_bytes(b"\xff\xfe\n")
    with (tmp_path / "typed").open(encoding="utf-8") as lines:
        answers = TypedAnswers(table.live, lines, list, lambda: None)
        answers.thread.join()
        answers.attend()
    assert "standard input: cannot read any further" in capsys.readouterr().err
