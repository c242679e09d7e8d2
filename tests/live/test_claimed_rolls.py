"""A roller beside a game whose record names rolls that were never made, and rolls that were made before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Phase
from companion.games.magnate.moves import Roll
from companion.journal.records.record import read_record, write_record
from companion.live.rolls_at_table import RollsAtTable
from companion.play import Question, Source
from companion.rolls import RollerDice
from tests.play.kept_play import DRAW, NOON, ROLL, SELL, Table, in_file, touch
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
