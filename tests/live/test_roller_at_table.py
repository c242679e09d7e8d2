"""A roller and a game going on: the real firmware, a real journal, and a thread for each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Phase, State
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Draw, Move, Roll, Sell
from companion.journal import Journal
from companion.live.rolls_at_table import RollsAtTable
from companion.play import Confirm, Play, Policy, Source
from companion.roller import ConnectedRoller
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing
from tests.play.kept_play import card, kept

pytestmark = pytest.mark.paced


class Table:
    """A game, a roller and the thread that plays."""

    def __init__(self, folder: Path, board: EmulatedBoard) -> None:
        self.board = board
        self.journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
        self.journal.create(kept("g"))
        self._woken = threading.Event()
        self.play: Play[State, Move] = Play(
            MAGNATE,
            self.journal,
            "g",
            now=lambda: datetime.now(UTC),
            new_id=lambda: uuid4().hex,
            wake=self._woken.set,
        )
        self.refused: list[CompanionError] = []
        self.notices: list[str] = []
        self.voided: list[str] = []
        self.roller = ConnectedRoller(
            self.journal.holds,
            lambda notice: self.notices.append(str(notice)),
            port=board.port,
            voided=self.voided.append,
        )
        self.seated = RollsAtTable(self.roller.dice, self.play, self.refused.append)

    def until(self, reached: Callable[[], bool], seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not reached():
            if time.monotonic() > end:
                raise BoardTimedOut(f"{self.board.screen()} {self.notices} {self.refused}")
            if self._woken.wait(0.02):
                self._woken.clear()
                self.play.attend()

    def waits_on_the_display(self) -> None:
        self.until(lambda: self.board.screen()[0] == "Press to roll")

    def asks_about_a_roll(self) -> None:
        self.play.policy = Policy({Source.ROLLER: Confirm.ASK})
        self.waits_on_the_display()
        self.board.press()
        self.until(lambda: bool(self.play.questions()))

    def close(self) -> None:
        self.seated.close()
        self.roller.close()
        self.journal.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    try:
        board = EmulatedBoard(tmp_path)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    with board:
        sitting = Table(tmp_path, board)
        yield sitting
        sitting.close()


def test_the_button_rolls_in_a_game_that_waits_and_only_then(table: Table) -> None:
    table.waits_on_the_display()
    table.board.press()
    table.until(lambda: table.play.state.phase is Phase.PLAY)
    [entry] = table.journal.entries("g")
    assert (entry.source, entry.seat, entry.id.startswith("roller-")) == ("roller", 0, True)
    table.until(lambda: table.board.screen()[1] == "counted")
    table.board.press()
    table.until(lambda: "The roller's button was pressed, but no roll is expected now." in table.notices)
    assert len(table.journal.entries("g")) == 1


def test_turn_after_turn_the_roller_is_asked_anew(table: Table) -> None:
    for turn, sold in enumerate(map(card, ("4MS", "7SK", "9LK"))):
        table.waits_on_the_display()
        table.seated.roll_now()
        table.until(lambda: table.play.state.phase is Phase.PLAY)
        table.play.propose(Sell(turn % 2, sold), source=Source.TOUCH)
        table.play.propose(Draw(turn % 2), source=Source.TOUCH)
    assert [entry.move["type"] for entry in table.journal.entries("g")] == ["roll", "sell", "draw"] * 3


def test_a_roll_tapped_in_meanwhile_ends_the_waiting(table: Table) -> None:
    table.waits_on_the_display()
    table.play.propose(Roll(0, (9, 4)), source=Source.TOUCH)
    table.until(lambda: table.board.screen()[0] != "Press to roll")


def test_a_roll_that_a_player_dismisses_is_void_and_another_is_awaited(table: Table) -> None:
    table.asks_about_a_roll()
    assert table.board.wait_for_screen(lambda _, lower: lower == "telling...")[1] == "telling..."
    table.play.dismiss(table.play.questions()[0].key)
    table.waits_on_the_display()
    assert table.journal.entries("g") == ()
    table.board.press()
    table.until(lambda: bool(table.play.questions()))
    assert "-1-2-" in table.play.questions()[0].key


def test_a_roll_that_a_player_confirms_counts(table: Table) -> None:
    table.asks_about_a_roll()
    table.play.confirm(table.play.questions()[0].key)
    table.until(lambda: table.board.screen()[1] == "counted")
    assert len(table.journal.entries("g")) == 1


def test_a_roll_taken_back_is_not_rolled_anew_by_the_roller(table: Table) -> None:
    table.waits_on_the_display()
    table.board.press()
    table.until(lambda: table.play.state.phase is Phase.PLAY)
    table.play.undo()
    table.board.press()
    table.until(lambda: "The roller's button was pressed, but no roll is expected now." in table.notices)
    assert table.play.dice_cast is not None


def test_a_roll_that_a_start_of_the_device_took_with_it_is_asked_about_no_more(table: Table) -> None:
    table.asks_about_a_roll()
    table.board.command("reset")
    table.until(lambda: bool(table.voided))
    table.seated.forget(table.voided[0])
    assert table.play.questions() == ()
    table.until(lambda: any("does not count. Roll again." in notice for notice in table.notices))
    table.waits_on_the_display()
    assert table.journal.entries("g") == ()
