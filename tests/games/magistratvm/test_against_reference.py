"""Random games of Magistratvm stand as the slow reading of its document has them, after every move."""

from __future__ import annotations

import pytest

from companion.games.errors import IllegalMove
from companion.games.magistratvm.moves import apply
from companion.games.magistratvm.scoring import score
from tests.cases import each
from tests.games.magistratvm.random_table import stands
from tests.games.magistratvm.reference_moves import state_of, summary, unlike, whole_game

READINGS = ("low_majority_removes", "votes_without_tokens", "one_vote_each", "displaces_own")


def compare(seed: int, **readings: bool) -> None:
    table, steps = whole_game(seed, **readings)
    assert unlike(summary(state_of(table)), stands(table)) == {}
    last = None
    for step in steps:
        assert unlike(summary(step.after), step.stands) == {}
        for refused, rule in step.refused:
            with pytest.raises(IllegalMove) as error:
                apply(step.before, refused)
            assert error.value.rule == rule
        last = step.after
    assert last is not None and last.over
    worth = score(last)
    assert [one.total for one in worth.seats] == [table.score(seat) for seat in range(table.seats)]
    assert list(worth.winners) == table.winners()


@each("seed", range(4))
def test_a_random_game_stands_as_the_reference_has_it_and_refuses_by_the_same_rules(seed: int) -> None:
    compare(seed)


@each("reading", READINGS)
def test_a_random_game_with_another_reading_stands_as_the_reference_has_it(reading: str) -> None:
    compare(100 + READINGS.index(reading), **{reading: True})


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("reading", READINGS)
def test_fifty_random_games_with_another_reading_stand_as_the_reference_has_them(reading: str) -> None:
    for seed in range(1000, 1050):
        compare(seed, **{reading: True})


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("chosen", range(1, 2 ** len(READINGS)))
def test_random_games_with_several_readings_stand_as_the_reference_has_them(chosen: int) -> None:
    for seed in range(2000, 2008):
        compare(seed, **{reading: bool(chosen >> place & 1) for place, reading in enumerate(READINGS)})


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("first", range(0, 500, 25))
def test_five_hundred_random_games_stand_as_the_reference_has_them(first: int) -> None:
    for seed in range(first, first + 25):
        compare(seed)
