"""A made-up game is followed by a camera, by registration alone."""

import io
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from companion.cli.watched_lines import EventPrinter, TypedAnswers
from companion.journal import Journal, KeptGame
from companion.live.events import Asked, Disagreed, LiveEvent, Proposed, RollDetected, TableChecked, TableSettled
from companion.live.live_table import LiveTable
from companion.play import Play
from companion.table.sightings import Edge
from tests.cli.printed import faults
from tests.journal.kept_games import NOON
from tests.toy.magpies import MAGPIES, Lay, Throw
from tests.toy.magpies_camera import Rests, laid_row, thrown, unsure

Kind = TypeVar("Kind")


class Magpies:
    """A game of Magpies under a camera."""

    def __init__(self, journal: Journal) -> None:
        ids = itertools.count()
        kept = KeptGame("nest", "magpies", "A nest", ("Ann", "Ben"), {}, {"first": "4MS"}, NOON)
        journal.create(kept)
        self.play: Play[Any, Any] = Play(MAGPIES, journal, "nest", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")
        self.events: list[LiveEvent] = []
        self.live = LiveTable(self.play, self.events.append, new_id=lambda: f"id-{next(ids)}", near=Edge.BOTTOM)
        self._rests = Rests()

    def rest(self, *codes: str, dice: tuple[int, ...] = (), cards: Any = None, x: float = 300.0) -> None:
        for event in self._rests.of(laid_row(*codes) if cards is None else cards, thrown(dice, x)):
            self.live.receive("nest", event)
        self.live.attend()

    def last(self, kind: type[Kind]) -> Kind:
        return next(event for event in reversed(self.events) if isinstance(event, kind))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Magpies]:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        table = Magpies(journal)
        table.rest("4MS")
        yield table


def thrown_and_confirmed(table: Magpies, *values: int) -> None:
    table.rest("4MS", dice=values)
    table.live.confirm(str(table.last(RollDetected).id))


def test_a_roll_of_three_d6_and_a_card_are_proposed(table: Magpies) -> None:
    table.rest("4MS", dice=(3, 5, 6))
    rolled = table.last(RollDetected)
    assert str(rolled.text) == "Ann throws 3 5 6"
    table.live.confirm(str(rolled.id))
    assert table.play.state.dice == (3, 5, 6)
    table.rest("4MS", "9LK", dice=(3, 5, 6))
    proposed = table.last(Proposed)
    assert proposed.move == Lay(0, table.play.state.row[0].parse("9LK"))
    table.live.confirm(proposed.id)
    assert table.play.state.points == (14, 0)
    assert table.last(TableSettled).layout == {"row": ["4MS", "9LK"]}


def test_an_uncertain_card_is_asked_about_once(table: Magpies) -> None:
    thrown_and_confirmed(table, 1, 2, 3)
    first, second = laid_row("4MS", "9LK")
    for _ in range(2):
        table.rest(cards=(first, unsure(second, "9LK", "9MS")), dice=(1, 2, 3))
    [asked] = [event for event in table.events if isinstance(event, Asked)]
    table.live.answer(asked.key, "9LK")
    assert str(table.last(Proposed).text) == "Ann lays The Merchant"


def test_a_difference_is_reported_and_cured_either_way(table: Magpies) -> None:
    table.rest("9LK")
    disagreed = table.last(Disagreed)
    assert [str(step) for step in disagreed.put_back] == ["Take The Merchant away.", "Put The Mountain back."]
    table.live.accept_table()
    assert [card.code for card in table.play.state.row] == ["9LK"]


def test_a_checked_table_lists_each_difference_with_its_cures(table: Magpies) -> None:
    table.rest("4MS", "9LK", "2SY")
    checked = table.live.check()
    assert [str(one.texts[0]) for one in checked.differences] == [
        "The Merchant lies in the row.",
        "The Desert lies in the row.",
    ]
    assert checked.differences[0].region is not None and checked.differences[0].region[0] == 190.0
    table.live.adopt_difference("difference-1")
    assert [card.code for card in table.play.state.row] == ["4MS", "9LK"]
    table.rest("4MS", "9LK")
    assert str(table.live.check().sentence()) == "The table matches the game."
    assert faults("event", {"format": "decktet-companion-event", "version": 1, **checked.to_json()}) == []


def test_a_check_is_typed(
    table: Magpies, capsys: pytest.CaptureFixture[str], drained: Callable[[TypedAnswers], None]
) -> None:
    printer = EventPrinter(as_json=False)
    table.rest("4MS", "9LK", "2SY")
    typed = TypedAnswers(table.live, io.StringIO("check\ntable difference-2\n"), printer.open, lambda: None)
    drained(typed)
    printer.print_event(table.last(TableChecked))
    printed = capsys.readouterr().out
    assert "differs from the game in 2 places" in printed and "Take The Merchant away." in printed
    assert [card.code for card in table.play.state.row] == ["4MS", "2SY"]


def test_a_proposal_is_confirmed_in_the_terminal(
    table: Magpies, capsys: pytest.CaptureFixture[str], drained: Callable[[TypedAnswers], None]
) -> None:
    printer = EventPrinter(as_json=False)
    for _ in range(2):
        table.rest("4MS", dice=(3, 5, 6))
    for event in table.events:
        printer.print_event(event)
    assert capsys.readouterr().out.count("Ann throws 3 5 6") == 1
    drained(TypedAnswers(table.live, io.StringIO("yes\n"), printer.open, lambda: None))
    assert table.play.state.dice == (3, 5, 6)


@pytest.fixture
def drained() -> Callable[[TypedAnswers], None]:
    def drain(typed: TypedAnswers) -> None:
        typed.thread.join()
        typed.attend()

    return drain


def test_a_throw_before_its_turn_does_not_count(table: Magpies) -> None:
    thrown_and_confirmed(table, 1, 2, 3)
    table.rest("4MS", dice=(4, 4, 5), x=500.0)
    assert "No roll is expected now" in str(table.last(RollDetected).sentence())
    assert isinstance(table.play.course.done[-1].move, Throw)
