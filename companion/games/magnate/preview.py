"""What a card's play changes in its district, in a few words."""

from __future__ import annotations

from companion.games.declared import Move
from companion.games.errors import IllegalMove
from companion.games.magnate.paying import deed_price, price
from companion.games.magnate.payment_proposals import payment_for
from companion.games.magnate.placing import places
from companion.games.magnate.playing import BuyDeed
from companion.games.magnate.state import State
from companion.games.magnate.turn_moves import TurnMove
from companion.locale import Message
from companion.pieces import Card


def preview(before: State, move: Move[State], after: State) -> Message | None:
    """Return what a card's play does to its district, such as "7 → 12, wins it"; None for another move."""
    return move.preview(before, after) if isinstance(move, TurnMove) else None


def preview_now(state: State, move: Move[State]) -> Message | None:
    """Return the preview of a move in this state; None if the rules refuse it."""
    try:
        return preview(state, move, move.apply(state))
    except IllegalMove:
        return None


def is_only_sellable(state: State, card: Card) -> bool:
    """Return whether the current player can neither develop a card nor buy it as a deed now."""
    legal, purse = places(state, state.player, card), state.tokens[state.player]
    if not legal:
        return True
    if payment_for(card, price(card, state.options), purse) is not None:
        return False
    cost = deed_price(card, state.options)
    # What forbids a deed at one district forbids it at all of them.
    return not purse.covers(cost) or preview_now(state, BuyDeed(state.player, card, legal[0], cost)) is None
