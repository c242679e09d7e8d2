"""What happened with a move, for screens that show it happening."""

from __future__ import annotations

from itertools import pairwise

from companion.games.magnate import preset, score
from companion.games.magnate.events import DiceLanded, DistrictTaken, TokensMoved, list_events
from tests.games.random_play import RandomGame


def test_nothing_happened_before_the_first_move() -> None:
    game = RandomGame(preset("standard"), seed=1)
    assert list_events(None, game.state) == ()


def test_every_change_of_a_whole_game_is_an_event() -> None:
    states = RandomGame(preset("standard"), seed=5).whole().states
    kinds = set()
    for before, after in pairwise(states):
        events = list_events(before, after)
        kinds |= {type(event) for event in events}
        for seat, (old, new) in enumerate(zip(before.tokens, after.tokens, strict=True)):
            for suit, count in new.items():
                moved = sum(
                    one.count for one in events if isinstance(one, TokensMoved) and (one.seat, one.suit) == (seat, suit)
                )
                assert moved == count - old[suit]
        holders = [district.won_by for district in score(before).districts]
        for event in events:
            if isinstance(event, DistrictTaken):
                holders[event.place] = event.seat
        now = [district.won_by for district in score(after).districts]
        assert all(holder == new for holder, new in zip(holders, now, strict=True) if new is not None)
    assert kinds == {DiceLanded, TokensMoved, DistrictTaken}
