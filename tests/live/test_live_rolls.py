"""Dice at a watched table: the awaited roll counts once, any other throw is told of; Magistratvm's dice."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import Roll as DiceRoll
from companion.games.magistratvm.moves import TakeIncome
from companion.games.magistratvm.state import Phase
from companion.games.magnate.moves import Draw, Roll, Sell
from companion.journal import Journal, KeptGame
from companion.live.events import Asked, LiveEvent, Proposed, RollDetected, RollFate, Withdrawn
from companion.live.live_table import LiveTable
from companion.pieces import DieKind
from companion.play import Play, Source
from companion.questions import UnusableAnswer
from companion.table.assignment import assign_values
from companion.table.camera_events import Changed, Settled, Still
from companion.table.sightings import DieSighting, Edge, Sightings
from tests.games.magistratvm.laid import NAMES
from tests.games.magistratvm.random_game import begun
from tests.journal.kept_games import NOON
from tests.live.watched_game import Watched, card, rolled

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
    rome.play.propose(DiceRoll((2, 5, 4)), source=Source.TOUCH)
    rome.rest(6, 6, 6)
    assert rome.play.state.phase is Phase.INCOME and rome.play.state.prefect == 1
    return rome


def test_each_die_is_the_players_in_front_of_whom_it_lies_and_is_always_confirmed(rome: Rome) -> None:
    rome.rest()
    [rolled] = [event for event in rome.rest(2, 4, 5) if isinstance(event, RollDetected)]
    assert rolled.fate is RollFate.ASKED
    rome.live.confirm(str(rolled.id))
    assert rome.play.course.done[-1].move == DiceRoll((2, 4, 5))


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
    rome.play.propose(DiceRoll((2, 5, 4)), source=Source.TOUCH)
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
        rome.play.propose(DiceRoll((2, 5, 4)), source=Source.TOUCH)
        rome.rest(6, 6, 6)
        rome.rest(6, 6, 6)
        [asked] = [event for event in rome.events if isinstance(event, Asked)]
        rome.live.answer(asked.key, "left")
        rome.rest(5, 6, 6)
        [proposed] = rome.proposals()
        assert proposed.move == TakeIncome(2, 0, die=True)


def test_a_roll_takes_one_tap_and_never_counts_twice(table: Watched) -> None:
    [roll] = [event for event in table.roll(9, 2) if isinstance(event, RollDetected)]
    assert (roll.dice, roll.fate) == ((9, 2), RollFate.ASKED)
    table.live.confirm(str(roll.id))
    assert table.last(RollDetected).fate is RollFate.TAKEN
    assert table.state.roll is not None
    for _ in range(5):
        assert not [event for event in table.rest() if isinstance(event, RollDetected)]
    assert table.play.seq == 1


def test_what_dice_show_is_named_to_the_eyes_once_their_roll_counts(table: Watched) -> None:
    [roll] = [event for event in table.roll(9, 2) if isinstance(event, RollDetected)]
    assert not table.named
    table.live.confirm(str(roll.id))
    [(cast, region)] = table.named
    assert [(die.kind, die.value) for die in cast] == [(DieKind.D10, 9), (DieKind.D10, 2)]
    assert [die.value for die, _ in assign_values(table.dice, cast, region)] == [9, 2]


def test_a_throw_that_no_game_waits_for_is_said(table: Watched) -> None:
    rolled(table)
    [roll] = [event for event in table.roll(3, 4) if isinstance(event, RollDetected)]
    assert roll.fate is RollFate.NOT_NOW
    assert not table.play.questions()


def test_the_next_throw_says_that_the_turn_before_was_ended_by_a_draw(table: Watched) -> None:
    rolled(table)
    table.play.propose(Sell(0, card("2WL")), source=Source.TOUCH)
    events = table.roll(8, 3)
    assert [event.fate for event in events if isinstance(event, RollDetected)] == [RollFate.HELD]
    drawn = table.last(Proposed)
    assert drawn.move == Draw(0)
    table.live.confirm(drawn.id)
    roll = table.last(RollDetected)
    assert (roll.dice, roll.fate) == ((8, 3), RollFate.ASKED)
    table.live.confirm(str(roll.id))
    assert (table.state.player, table.state.roll and table.state.roll.dice) == (1, (8, 3))


def test_dice_thrown_again_before_the_roll_was_confirmed_ask_which(table: Watched) -> None:
    table.roll(9, 2)
    table.roll(5, 6)
    asked = table.last(Asked)
    assert [one.move for one in asked.choices] == [Roll(0, (9, 2)), Roll(0, (5, 6))]
    table.live.answer(asked.key, "0")
    assert table.state.roll is not None and table.state.roll.dice == (9, 2)


def test_a_doubtful_die_is_asked_about(table: Watched) -> None:
    table.throw((9, 2))
    doubtful = replace(table.dice[1], candidates=((2, 0.5), (5, 0.3)), sure=False)
    table.dice = (table.dice[0], doubtful)
    table.rest()
    asked = table.last(Asked)
    assert (asked.kind, [one.answer for one in asked.choices][:2]) == ("roll", ["9 2", "9 5"])
    table.live.answer(asked.key, "9 5")
    # The answer was the tap.
    assert (table.last(RollDetected).dice, table.last(RollDetected).fate) == ((9, 5), RollFate.TAKEN)
    assert table.state.roll is not None and table.state.roll.dice == (9, 5)
    assert not table.play.questions()


def test_a_roll_that_is_typed_settles_what_the_dice_left_open(table: Watched) -> None:
    table.throw((9, 2))
    table.dice = tuple(replace(die, sure=False) for die in table.dice)
    table.rest()
    asked = table.last(Asked)
    with pytest.raises(UnusableAnswer, match="Choose from: 9 2, other, again"):
        table.live.answer(asked.key, "9 11")
    table.live.answer(asked.key, "10 1 / 4")
    assert table.state.roll is not None and table.state.roll.dice == (10, 1)


def test_of_a_throw_that_was_refused_one_die_may_be_thrown_again(table: Watched) -> None:
    table.roll(9, 2)
    table.live.dismiss(str(table.last(RollDetected).id))
    cocked, lying = table.dice
    table.dice = (replace(cocked, center=(900.0, 2100.0), candidates=((5, 0.999),)), lying)
    table.rest()
    assert sorted(value or 0 for value in table.last(RollDetected).dice) == [2, 5]
    assert not table.all(Asked)


def test_only_a_roll_that_players_confirmed_teaches_the_dice(table: Watched) -> None:
    [roll] = [event for event in table.roll(9, 2) if isinstance(event, RollDetected)]
    table.live.confirm(str(roll.id))
    assert table.confirmed == [True]


@pytest.mark.parametrize("dismissed", [True, False])
def test_a_roll_entered_instead_of_the_one_read_teaches_what_the_dice_show(table: Watched, dismissed: bool) -> None:
    [roll] = [event for event in table.roll(9, 2) if isinstance(event, RollDetected)]
    if dismissed:
        table.live.dismiss(str(roll.id))
    table.play.propose(Roll(0, (6, 2)), source=Source.TOUCH)
    table.live.attend()
    [(cast, region)] = table.named
    assert (sorted(die.value for die in cast), table.confirmed) == ([2, 6], [True])
    assert [value for _, value in assign_values(table.dice, cast, region)] == [6, 2]
