"""Random games of Magistratvm stand as the slow reading of its document has them, after every move."""

from __future__ import annotations

import pytest

from companion.games.errors import IllegalMove
from companion.games.magistratvm.apply import apply
from companion.games.magistratvm.scoring import score
from tests.games.magistratvm.random_table import stands
from tests.games.magistratvm.reference_moves import state_of, summary, unlike, whole_game


def compare(seed: int) -> None:
    table, steps = whole_game(seed)
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


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_stands_as_the_reference_has_it_and_refuses_by_the_same_rules(seed: int) -> None:
    compare(seed)


@pytest.mark.prove("magistratvm")
@pytest.mark.parametrize("first", range(0, 500, 25))
def test_five_hundred_random_games_stand_as_the_reference_has_them(first: int) -> None:
    for seed in range(first, first + 25):
        compare(seed)
