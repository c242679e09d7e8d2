"""What players do who want a game to end: the next move of a state, or the sealed answers that it asks for."""

import random
from collections.abc import Callable
from typing import Any

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.state import Phase as MagistratvmPhase
from companion.games.magistratvm.state import State as MagistratvmState
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.auctions import rank_of
from companion.games.sorcerous_futures.setup import crowns_for
from companion.games.sorcerous_futures.state import Phase, State, Valuation, unseen
from tests.games.chance import possible
from tests.games.magistratvm.random_game import next_move

Choose = Callable[[Any], Any]

CLOSED_EVERY = 7
"""One auction of so many is closed."""


def sell_at_once(state: State) -> Any:
    """Sorcerous Futures: nobody bids more, and some auctions are closed."""
    match state.phase:
        case Phase.DEAL:
            return m.Deal(unseen(state)[: state.to_deal])
        case Phase.TURN_UP:
            return m.TurnUp(unseen(state)[0])
        case Phase.CHOOSE:
            card = min(state.middle, key=rank_of)
            closed = state.auctions % CLOSED_EVERY == 0 or rank_of(card) > state.gold[state.player]
            return m.Offer(state.player, card, closed=closed)
        case Phase.CLOSED:
            return {seat: min(state.seats - seat, gold) for seat, gold in enumerate(state.gold)}
        case Phase.OPEN:
            assert state.auction is not None and state.auction.to_bid is not None
            return m.Pass(state.auction.to_bid)
    seat = next(one for one in range(state.seats) if not state.has_shown(one))
    hidden = [place for place in state.front(seat) if state.valuation(place) is None]
    crown = next(card for card in crowns_for(state, seat) if card not in state.crowns)
    return m.Show(seat, tuple(map(Valuation, hidden, unseen(state))), crown)


def rule_at_random(seed: int) -> Choose:
    """Magistratvm: at random, and new Provinces in the order of their tiles."""
    dice = random.Random(seed)

    def choose(state: MagistratvmState) -> Any:
        if state.phase is not MagistratvmPhase.REFILL:
            return next_move(state, dice)
        refill = next(one for one in MAGISTRATVM.decisions(state, ["A", "B", "C", "D"]) if one.makes == ("refill",))
        while (field := refill.missing) is not None:
            refill = refill.answer(field.name, possible(field)[0])
        return refill.move()

    return choose
