"""What a card's play changes in its district, in a few words."""

from __future__ import annotations

from companion.games.errors import IllegalMove
from companion.games.magnate.apply import apply
from companion.games.magnate.moves import BuyDeed, Develop, Move, Sell
from companion.games.magnate.paying import deed_price, price
from companion.games.magnate.payment_proposals import payment_for
from companion.games.magnate.placing import places
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.rows import verbatim
from companion.locale import Message, Wording
from companion.pieces import Card


def preview(before: State, move: Move, after: State) -> Message | None:
    """Return what a card's play does to its district, such as "7 → 12, wins it"; None for another move."""
    if isinstance(move, BuyDeed):
        paid: Wording = {
            "placed": deed_price(move.card, before.options).total,
            "price": price(move.card, before.options),
        }
        return Message("deed {placed}/{price}", paid)
    if not isinstance(move, Develop | Sell) or move.district is None:
        return None
    seat = before.automa if isinstance(move, Sell) else move.player
    was, now = (score(one).districts[move.district] for one in (before, after))
    old, new = (next(side.total for side in one.sides if side.player == seat) for one in (was, now))
    line = {"line": f"{old} → {new}"}
    if now.won_by == seat != was.won_by:
        return Message("{line}, wins it", line)
    if now.won_by is None and was.won_by is not None:
        return Message("{line}, ties", line)
    return verbatim(line["line"])


def preview_now(state: State, move: Move) -> Message | None:
    """Return the preview of a move in this state; None if the rules refuse it."""
    try:
        return preview(state, move, apply(state, move))
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
