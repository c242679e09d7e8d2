"""Thrown dice at a watched table: the awaited roll counts once, any other throw is told of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.magnate.moves import (
    Draw,
    Roll,
    Sell,
)
from companion.live.events import Asked, Proposed, RollDetected, RollFate
from companion.pieces import DieKind
from companion.play import Source
from companion.questions import UnusableAnswer
from companion.table.value_assignment import assign_values
from tests.live.watched_game import Watched, card, rolled


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
def test_a_roll_that_is_entered_instead_of_the_one_that_was_read_teaches_what_the_dice_show(
    table: Watched, dismissed: bool
) -> None:
    [roll] = [event for event in table.roll(9, 2) if isinstance(event, RollDetected)]
    if dismissed:
        table.live.dismiss(str(roll.id))
    table.play.propose(Roll(0, (6, 2)), source=Source.TOUCH)
    table.live.attend()
    [(cast, region)] = table.named
    assert (sorted(die.value for die in cast), table.confirmed) == ([2, 6], [True])
    assert [value for _, value in assign_values(table.dice, cast, region)] == [6, 2]
