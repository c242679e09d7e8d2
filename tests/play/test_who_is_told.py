"""Whoever is told of a game may fail: the game is the same for everybody, and what went wrong is heard."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Phase, State
from companion.games.magnate.moves import Move
from companion.journal import Entry, JournalError
from companion.journal.errors import UnwritableJournal
from companion.locale import Message
from companion.play import Change, Question, Source
from tests.journal.kept_games import WHY, nothing_more_kept
from tests.play.kept_play import MAGNATE_PLAY, ROLL, SELL, Table, asked, touch


class Unplugged(CompanionError):
    """The roller cannot be told."""


def unplugged(_: object = None) -> None:
    raise Unplugged("the roller", Message("was unplugged"))


@pytest.fixture
def failed() -> list[Exception]:
    return []


@pytest.fixture
def heeded(table: Table, failed: list[Exception]) -> MAGNATE_PLAY:
    """A play whose failures somebody hears."""
    return table.opened(failed=failed.append)


def test_a_roller_that_cannot_be_told_changes_nothing_of_the_game(
    heeded: MAGNATE_PLAY, table: Table, failed: list[Exception]
) -> None:
    shown: list[Change[State, Move]] = []
    heeded.subscribe(shown.append)
    kept = heeded.propose(ROLL, source=Source.ROLLER, id="roll-1", acknowledge=unplugged)
    assert isinstance(kept, Entry) and table.journal.entries("g") == (kept,)
    assert (heeded.seq, heeded.state.phase, [change.seq for change in shown]) == (1, Phase.PLAY, [1])
    assert [str(error) for error in failed] == ["the roller: was unplugged"]
    touch(heeded, SELL)
    assert table.opened().state == heeded.state


def test_the_roller_is_told_once_the_game_has_its_roll_and_the_screen_after_it(heeded: MAGNATE_PLAY) -> None:
    calls: list[str] = []
    heeded.subscribe(lambda change: calls.append(f"screen {change.seq}"))
    heeded.propose(ROLL, source=Source.ROLLER, acknowledge=lambda _: calls.append(f"roller {heeded.seq}"))
    assert calls == ["roller 1", "screen 1"]


def test_a_screen_that_fails_keeps_nobody_else_from_hearing(heeded: MAGNATE_PLAY, failed: list[Exception]) -> None:
    shown: list[int] = []
    heeded.subscribe(unplugged)
    heeded.subscribe(lambda change: shown.append(change.seq))
    touch(heeded, ROLL)
    question = asked(heeded.propose(SELL, source=Source.CAMERA, withdrawn=unplugged))
    heeded.dismiss(question.key)
    assert (shown, heeded.seq) == ([1, 1, 1], 1)
    assert len(failed) == 4


def test_where_nobody_hears_failures_they_are_raised_once_all_were_told(play: MAGNATE_PLAY) -> None:
    shown: list[int] = []
    play.subscribe(unplugged)
    play.subscribe(lambda change: shown.append(change.seq))
    with pytest.raises(Unplugged):
        play.propose(ROLL, source=Source.TOUCH)
    assert (shown, play.seq) == ([1], 1)
    with pytest.raises(ExceptionGroup) as several:
        play.propose(SELL, source=Source.ROLLER, acknowledge=unplugged)
    assert len(several.value.exceptions) == 2 and play.seq == 2


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_whoever_hands_a_move_in_hears_that_it_was_not_kept(
    heeded: MAGNATE_PLAY, tmp_path: Path, failed: list[Exception]
) -> None:
    refused: list[CompanionError] = []
    answered: list[Entry | Question] = []
    with nothing_more_kept(tmp_path / "games.db"):
        heeded.hand_in(ROLL, source=Source.ROLLER, refused=refused.append, answered=answered.append)
        heeded.attend()
    assert [(type(error).__mro__[1], WHY in str(error)) for error in refused] == [(JournalError, True)]
    assert (answered, failed, heeded.seq) == ([], [], 0)


def test_an_error_in_hearing_the_answer_is_heard_too(heeded: MAGNATE_PLAY, failed: list[Exception]) -> None:
    heeded.hand_in(SELL, source=Source.ROLLER, refused=unplugged)
    heeded.hand_in(ROLL, source=Source.ROLLER, refused=unplugged, answered=unplugged)
    assert heeded.attend() == 2
    assert [type(error) for error in failed] == [Unplugged, Unplugged]
    assert heeded.seq == 1


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_journal_that_refuses_a_move_for_no_reason_of_ours_is_not_asked_for_ever(
    play: MAGNATE_PLAY, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "games.db")) as other, other:
        taken = ("another", 1, "1", 0, "2026-11-26T20:00:00Z", Source.TOUCH.value, "{}", 1)
        columns = "game, seq, id, base_seq, at, source, move, format"
        other.execute(f"INSERT INTO entries ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", taken)
        other.execute("CREATE UNIQUE INDEX no ON entries (source)")
    with pytest.raises(UnwritableJournal):
        play.propose(ROLL, source=Source.TOUCH)
    assert play.seq == 0
