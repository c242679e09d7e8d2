"""Warnings before legal moves that players rarely mean (B1, B26)."""

from __future__ import annotations

from companion.games.errors import IllegalMove
from companion.games.magnate.moves import Move
from companion.games.magnate.paying import price
from companion.games.magnate.playing import BuyDeed
from companion.games.magnate.state import State
from companion.locale import Message
from companion.pieces import Suit


def warnings(state: State, move: Move) -> tuple[Message, ...]:
    """Return warnings about a legal move; none for an illegal one.

    They cover a deed that costs as much as the property itself (B26), and more tokens of a suit in play than the box
    holds (B1).
    """
    try:
        after = move.apply(state)
    except IllegalMove:
        return ()
    found = []
    if isinstance(move, BuyDeed) and price(move.card, state.options) <= move.payment.total:
        whole = price(move.card, state.options)
        found.append(
            Message("a deed on {card} costs as much as the property itself: {n}", {"card": move.card, "n": whole})
        )
    for suit in Suit:
        used = tokens_in_play(after, suit)
        if used > max(state.options.tokens_per_suit, tokens_in_play(state, suit)):
            held = state.options.tokens_per_suit
            found.append(
                Message("{n} {suit} are in play, the box holds {held}", {"n": used, "suit": suit, "held": held})
            )
    return tuple(found)


def tokens_in_play(state: State, suit: Suit) -> int:
    """Return the number of tokens of the suit that players hold or have on deeds."""
    on_deeds = sum(deed.tokens[suit] for player in range(state.players) for _, deed in state.deeds(player))
    return sum(held[suit] for held in state.tokens) + on_deeds
