"""Magistratvm's dice are read by a camera: each lies in front of its player, rolled once and then set by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import Roll, TakeIncome
from companion.games.magistratvm.state import Phase
from companion.journal import Journal, KeptGame
from companion.live import LiveTable
from companion.live.events import Asked, LiveEvent, Proposed, RollDetected, RollFate, Withdrawn
from companion.pieces import DieKind
from companion.play import Play, Source
from companion.table.camera_events import Changed, Settled, Still
from companion.table.edge import Edge
from companion.table.sightings import DieSighting, Sightings
from tests.games.magistratvm.laid import NAMES
from tests.games.magistratvm.random_game import begun
from tests.journal.kept_games import NOON

PLACES = ((640.0, 700.0), (200.0, 200.0), (1100.0, 200.0))
"""Where the dice of seats 0, 1 and 2 lie: near, to the left and to the right."""


class Rome:
    """A game of three under a camera; each die is given by its seat."""

    def __init__(self, journal: Journal, near: Edge | None = Edge.BOTTOM) -> None:
        state, setup, _ = begun(3, 3)
        ids = itertools.count()
        options, names = MAGISTRATVM.options_to_json(state.options), NAMES[: state.seats]
        journal.create(KeptGame("g", "magistratvm", "Rome", names, options, MAGISTRATVM.setup_to_json(setup), NOON))
        self.play: Play[Any, Any] = Play(MAGISTRATVM, journal, "g", now=lambda: NOON, new_id=lambda: f"id-{next(ids)}")
        self.events: list[LiveEvent] = []
        self.live = LiveTable(self.play, self.events.append, new_id=lambda: f"id-{next(ids)}", near=near)
        self._number = 0

    def rest(self, *values: int) -> list[LiveEvent]:
        """A hand was over the table; now these dice lie still. What was reported meanwhile."""
        before, self._number = len(self.events), self._number + 1
        dice = [
            DieSighting(DieKind.D6, place, ((value, 0.999),), True, 40.0)
            for value, place in reversed(list(zip(values, PLACES, strict=False)))
        ]
        at = 3.0 * self._number
        settled = Settled(Sightings(1280, 800, (), tuple(dice)), at, self._number)
        for event in (Changed((0.0, 0.0, 9.0, 9.0)), settled, Still(at + 2.0)):
            self.live.receive("g", event)
        self.live.attend()
        return self.events[before:]

    def proposals(self) -> list[Proposed]:
        return [event for event in self.events if isinstance(event, Proposed) and event.seq is None]


@pytest.fixture
def rome(tmp_path: Path) -> Iterator[Rome]:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        yield Rome(journal)


@pytest.fixture
def income(rome: Rome) -> Rome:
    """The first income: Paul is Prefect, and the Income dice lie on their nulls."""
    rome.play.propose(Roll((2, 5, 4)), source=Source.TOUCH)
    rome.rest(6, 6, 6)
    assert rome.play.state.phase is Phase.INCOME and rome.play.state.prefect == 1
    return rome


def test_each_die_is_the_players_in_front_of_whom_it_lies_and_is_always_confirmed(rome: Rome) -> None:
    rome.rest()
    [rolled] = [event for event in rome.rest(2, 4, 5) if isinstance(event, RollDetected)]
    assert rolled.fate is RollFate.ASKED
    rome.live.confirm(str(rolled.id))
    assert rome.play.course.done[-1].move == Roll((2, 4, 5))


def test_an_income_die_that_is_set_one_lower_proposes_the_income_of_its_player(income: Rome) -> None:
    for _ in range(2):
        income.rest(6, 6, 5)
    [proposed] = income.proposals()
    assert proposed.move == TakeIncome(2, 0, die=True)
    income.live.confirm(proposed.id)
    assert income.play.state.dice == (6, 6, 5) and income.play.state.with_income == (2,)


def test_several_incomes_are_proposed_one_after_the_other_from_the_prefects(income: Rome) -> None:
    income.rest(5, 5, 6)
    income.live.confirm(income.proposals()[-1].id)
    assert income.play.state.with_income == (1,)
    income.live.confirm(income.proposals()[-1].id)
    assert income.play.state.with_income == (1, 0)


def test_an_income_that_players_dismiss_is_not_proposed_again_until_the_dice_change(income: Rome) -> None:
    income.rest(5, 6, 6)
    income.live.dismiss(income.proposals()[-1].id)
    income.rest(5, 6, 6)
    assert len(income.proposals()) == 1
    income.rest(6, 6, 6)
    income.rest(5, 6, 6)
    assert len(income.proposals()) == 2


def test_dice_that_are_still_being_set_to_their_nulls_propose_nothing(rome: Rome) -> None:
    rome.play.propose(Roll((2, 5, 4)), source=Source.TOUCH)
    for values in ((2, 6, 4), (6, 6, 5)):
        rome.rest(*values)
    assert not rome.proposals()


@pytest.mark.parametrize("values", [(4, 6, 6), (5, 6, 3), (6, 6), ()])
def test_dice_that_show_no_income_propose_nothing(income: Rome, values: tuple[int, ...]) -> None:
    assert not [event for event in income.rest(*values) if isinstance(event, Proposed | RollDetected)]


def test_an_income_die_that_is_set_back_withdraws_the_proposal(income: Rome) -> None:
    income.rest(6, 5, 6)
    [proposed] = income.proposals()
    assert Withdrawn(proposed.id) in income.rest(6, 6, 6)


def test_at_which_edge_the_first_player_sits_is_asked_once(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        rome = Rome(journal, near=None)
        rome.play.propose(Roll((2, 5, 4)), source=Source.TOUCH)
        rome.rest(6, 6, 6)
        rome.rest(6, 6, 6)
        [asked] = [event for event in rome.events if isinstance(event, Asked)]
        rome.live.answer(asked.key, "left")
        rome.rest(5, 6, 6)
        [proposed] = rome.proposals()
        assert proposed.move == TakeIncome(2, 0, die=True)
