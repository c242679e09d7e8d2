"""Random games of Sorcerous Futures stand as the slow reading of its page has them, after every move."""

from __future__ import annotations

import pytest

from companion.games.sorcerous_futures.scoring import score
from tests.cases import each
from tests.games.sorcerous_futures.reference_moves import state_of, summary, whole_game


def compare(seed: int) -> None:
    table, steps = whole_game(seed)
    assert state_of(table).gold == (90,) * table.seats
    for _, state, stands in steps:
        assert summary(state) == stands
        assert sum(state.gold) + summary(state).bank == 90 * table.seats
    end = steps[-1][1]
    assert end.over
    assert not any(state.over for _, state, _ in steps[:-1])
    worth = score(end)
    assert [one.total for one in worth.seats] == table.scores()
    assert [one.in_front for one in worth.seats] == [table.valuations_in_front(seat) for seat in range(table.seats)]
    assert list(worth.winners) == table.winners()
    for one in worth.seats:
        for card in one.cards:
            assert card.worth == table.card_is_worth(str(card.card), one.player)


@each("seed", range(24))
def test_a_random_game_stands_as_the_reference_has_it_after_every_move(seed: int) -> None:
    compare(seed)


@pytest.mark.prove("futures")
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_five_hundred_random_games_stand_as_the_reference_has_them(first: int) -> None:
    for seed in range(first, first + 50):
        compare(seed)
