"""Previews of a move in a few words, for the place where it is made."""

from __future__ import annotations

from companion.app.i18n import words
from companion.games.errors import IllegalMove
from companion.games.magnate import State, apply, score
from companion.games.magnate.moves import BuyDeed, Move, Sell
from companion.games.magnate.paying import deed_price, price
from companion.games.magnate.payment_proposals import payment_for
from companion.games.magnate.placing import places
from companion.pieces import Card


def preview_move(state: State, move: Move, place: int) -> str | None:
    """Return what a move would do to a district, such as "7 → 12, takes it".

    Args:
        state: The present state.
        move: A move of the current player.
        place: The district, from 0.

    Returns:
        The text, or None if the move cannot be made.
    """
    after = _after(state, move)
    if after is None:
        return None
    if isinstance(move, BuyDeed):
        text: str = words._("deed {placed}/{price}").format(
            placed=deed_price(move.card, state.options).total, price=price(move.card, state.options)
        )
        return text
    seat = state.automa if isinstance(move, Sell) else state.player
    was, now = (score(one).districts[place] for one in (state, after))
    before, behind = (next(side.total for side in one.sides if side.player == seat) for one in (was, now))
    line = f"{before} → {behind}"
    if now.won_by == seat != was.won_by:
        return words._("{line}, takes it").format(line=line)
    if now.won_by is None and was.won_by is not None:
        return words._("{line}, ties").format(line=line)
    return line


def is_only_sellable(state: State, card: Card) -> bool:
    """Return whether a card can be neither developed nor bought as a deed now."""
    legal, purse = places(state, state.player, card), state.tokens[state.player]
    if not legal:
        return True
    if payment_for(card, price(card, state.options), purse) is not None:
        return False
    cost = deed_price(card, state.options)
    # What forbids a deed at one district forbids it at all of them.
    return not purse.covers(cost) or _after(state, BuyDeed(state.player, card, legal[0], cost)) is None


def _after(state: State, move: Move) -> State | None:
    try:
        return apply(state, move)
    except IllegalMove:
        return None
