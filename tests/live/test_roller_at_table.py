"""A roller and a game going on, with the real firmware, and rolls that a record claims."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Phase, State
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Draw, Move, Roll, Sell
from companion.journal import Journal
from companion.journal.records.record import read_record, write_record
from companion.live.rolls_at_table import RollsAtTable
from companion.play import Play, Question, Source
from companion.roller import ConnectedRoller
from companion.rolls.roller_dice import RollerDice
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing
from tests.play.kept_play import DRAW, NOON, ROLL, SELL, Table, card, in_file, kept, touch
from tests.rolls.test_roller_dice import FakeRoll, RecordingLine

CLAIMED = "roller-D-1-2-9.1.2.5"
"""The second roll of a start of the device, as its entry is called."""


class Seated:
    """A roller at the table; what a game made of its rolls."""

    def __init__(self, table: Table, game: str = "g", *, asks: bool = True) -> None:
        self.line = RecordingLine()
        self.refused: list[CompanionError] = []
        self.play = table.opened(game=game)
        self.dice: RollerDice[FakeRoll] = RollerDice(self.line, table.journal.holds)
        self.at_table = RollsAtTable(self.dice, self.play, self.refused.append, asks=asks)

    def rolls(self, roll: FakeRoll) -> None:
        self.dice.take(roll)
        self.play.attend()


@pytest.fixture
def claimed(tmp_path: Path) -> Iterator[Table]:
    """A game imported from a record that names a roll of the roller before it is made."""
    (tmp_path / "elsewhere").mkdir()
    elsewhere = Table(in_file(tmp_path / "elsewhere"))
    play = elsewhere.opened()
    play.propose(ROLL, source=Source.ROLLER, id=CLAIMED)
    touch(play, SELL, DRAW)
    entries = [replace(entry, game="imported") for entry in elsewhere.journal.entries("g")]
    record = write_record(replace(play.game, id="imported"), entries)
    table = Table(in_file(tmp_path))
    table.journal.create(*read_record(record.encode(), "record", now=lambda: NOON, new_id=lambda: "imported"))
    yield table
    table.journal.close()
    elsewhere.journal.close()


@pytest.mark.parametrize("game", ["g", "imported"])
def test_a_real_roll_counts_though_an_imported_record_claims_its_name(claimed: Table, game: str) -> None:
    seated = Seated(claimed, game)
    before = seated.play.seq
    seated.rolls(FakeRoll("D-1-2"))
    seated.rolls(FakeRoll("D-1-2"))
    assert seated.refused == [] and seated.play.seq == before + 1
    assert isinstance(seated.play.course.done[-1].move, Roll)
    assert [call for call in seated.line.calls if call.endswith("D-1-2")] == ["counted D-1-2", "known D-1-2"]


def test_a_roll_left_over_from_before_counts_only_by_a_tap(tmp_path: Path) -> None:
    seated = Seated(Table(in_file(tmp_path)))
    seated.rolls(FakeRoll("D-1-1", left_over=True))
    [question] = seated.play.questions()
    assert isinstance(question, Question) and seated.play.seq == 0
    seated.play.dismiss(question.key)
    assert seated.line.calls[:2] == ["want", "void D-1-1"]
    seated.rolls(FakeRoll("D-1-2"))
    assert (seated.play.seq, seated.play.state.phase) == (1, Phase.PLAY)


def test_where_nobody_can_answer_a_roll_left_over_from_before_is_void_and_another_is_rolled(tmp_path: Path) -> None:
    seated = Seated(Table(in_file(tmp_path)), asks=False)
    seated.rolls(FakeRoll("D-1-1", left_over=True))
    assert seated.play.questions() == () and seated.line.calls == ["want", "void D-1-1", "want", "ask"]
    seated.rolls(FakeRoll("D-1-2"))
    assert seated.play.seq == 1 and seated.line.calls[4] == "counted D-1-2"


class RolledTable:
    """A game, a roller and the thread that plays."""

    def __init__(self, folder: Path, board: EmulatedBoard) -> None:
        self.board = board
        self.journal = Journal.open(f"sqlite:///{folder / 'games.db'}")
        self.journal.create(kept("g"))
        self._woken = threading.Event()
        self.play: Play[State, Move] = Play(
            MAGNATE, self.journal, "g", now=lambda: datetime.now(UTC), new_id=lambda: uuid4().hex, wake=self._woken.set
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
        self.play.asks |= {Source.ROLLER}
        self.waits_on_the_display()
        self.board.press()
        self.until(lambda: bool(self.play.questions()))

    def close(self) -> None:
        self.seated.close()
        self.roller.close()
        self.journal.close()


@pytest.fixture
def rolled_table(tmp_path: Path) -> Iterator[RolledTable]:
    try:
        board = EmulatedBoard(tmp_path)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    with board:
        sitting = RolledTable(tmp_path, board)
        yield sitting
        sitting.close()


@pytest.mark.paced
def test_the_button_rolls_in_a_game_that_waits_and_only_then(rolled_table: RolledTable) -> None:
    rolled_table.waits_on_the_display()
    rolled_table.board.press()
    rolled_table.until(lambda: rolled_table.play.state.phase is Phase.PLAY)
    [entry] = rolled_table.journal.entries("g")
    assert (entry.source, entry.seat, entry.id.startswith("roller-")) == ("roller", 0, True)
    rolled_table.until(lambda: rolled_table.board.screen()[1] == "counted")
    rolled_table.board.press()
    rolled_table.until(lambda: "The roller's button was pressed, but no roll is expected now." in rolled_table.notices)
    assert len(rolled_table.journal.entries("g")) == 1


@pytest.mark.paced
def test_turn_after_turn_the_roller_is_asked_anew(rolled_table: RolledTable) -> None:
    for turn, sold in enumerate(map(card, ("4MS", "7SK", "9LK"))):
        rolled_table.waits_on_the_display()
        rolled_table.seated.roll_now()
        rolled_table.until(lambda: rolled_table.play.state.phase is Phase.PLAY)
        rolled_table.play.propose(Sell(turn % 2, sold), source=Source.TOUCH)
        rolled_table.play.propose(Draw(turn % 2), source=Source.TOUCH)
    assert [entry.move["type"] for entry in rolled_table.journal.entries("g")] == ["roll", "sell", "draw"] * 3


@pytest.mark.paced
def test_a_roll_tapped_in_meanwhile_ends_the_waiting(rolled_table: RolledTable) -> None:
    rolled_table.waits_on_the_display()
    rolled_table.play.propose(Roll(0, (9, 4)), source=Source.TOUCH)
    rolled_table.until(lambda: rolled_table.board.screen()[0] != "Press to roll")


@pytest.mark.paced
def test_a_roll_that_a_player_dismisses_is_void_and_another_is_awaited(rolled_table: RolledTable) -> None:
    rolled_table.asks_about_a_roll()
    assert rolled_table.board.wait_for_screen(lambda _, lower: lower == "telling...")[1] == "telling..."
    rolled_table.play.dismiss(rolled_table.play.questions()[0].key)
    rolled_table.waits_on_the_display()
    assert rolled_table.journal.entries("g") == ()
    rolled_table.board.press()
    rolled_table.until(lambda: bool(rolled_table.play.questions()))
    assert "-1-2-" in rolled_table.play.questions()[0].key


@pytest.mark.paced
def test_a_roll_that_a_player_confirms_counts(rolled_table: RolledTable) -> None:
    rolled_table.asks_about_a_roll()
    rolled_table.play.confirm(rolled_table.play.questions()[0].key)
    rolled_table.until(lambda: rolled_table.board.screen()[1] == "counted")
    assert len(rolled_table.journal.entries("g")) == 1


@pytest.mark.paced
def test_a_roll_taken_back_is_not_rolled_anew_by_the_roller(rolled_table: RolledTable) -> None:
    rolled_table.waits_on_the_display()
    rolled_table.board.press()
    rolled_table.until(lambda: rolled_table.play.state.phase is Phase.PLAY)
    rolled_table.play.undo()
    rolled_table.board.press()
    rolled_table.until(lambda: "The roller's button was pressed, but no roll is expected now." in rolled_table.notices)
    assert rolled_table.play.course.dice_cast is not None


@pytest.mark.paced
def test_a_roll_that_a_start_of_the_device_took_with_it_is_asked_about_no_more(rolled_table: RolledTable) -> None:
    rolled_table.asks_about_a_roll()
    rolled_table.board.command("reset")
    rolled_table.until(lambda: bool(rolled_table.voided))
    rolled_table.seated.forget(rolled_table.voided[0])
    assert rolled_table.play.questions() == ()
    rolled_table.until(lambda: any("does not count. Roll again." in notice for notice in rolled_table.notices))
    rolled_table.waits_on_the_display()
    assert rolled_table.journal.entries("g") == ()
