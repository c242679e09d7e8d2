"""The legal moves of a seat: cards that may be in its hand with every exact payment, deeds, trades, the draw."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from companion.games.errors import IllegalMove
from companion.games.legal_moves import LegalMove
from companion.games.magnate.apply import apply
from companion.games.magnate.foresight.choices import choices
from companion.games.magnate.hand import possible_cards
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Develop,
    Draw,
    EndTurn,
    Move,
    PreferDeedIncome,
    Sell,
    TakeDeedIncome,
    Trade,
)
from companion.games.magnate.paying import TRADE_PRICE, price
from companion.games.magnate.state import Deed, Phase, State
from companion.games.magnate.turns import properties_left
from companion.pieces import Card, Suit, Tokens


def legal_moves(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    """Yield the moves of a seat that can be listed; rolls, draws with named cards and corrections are typed in.

    A card that may be in the hand is listed although the companion does not see whether it is.
    """
    if state.over:
        return
    for owner, card in state.pending_income:
        if owner == seat:
            yield from (LegalMove(TakeDeedIncome(seat, card, suit)) for suit in card.suits)
    if seat == state.player and state.phase in (Phase.PLAY, Phase.DRAW):
        if state.phase is Phase.PLAY and not properties_left(state):
            yield LegalMove(EndTurn(seat))
        elif state.phase is Phase.PLAY:
            for card in possible_cards(state):
                yield from legal_plays(state, seat, card)
        else:
            yield LegalMove(EndTurn(seat) if state.last_turns is not None else Draw(seat))
        for _, deed in state.deeds(seat):
            yield from _additions(state, seat, deed)
        yield from _trades(state, seat)
    for _, deed in state.deeds(seat):
        yield from (LegalMove(PreferDeedIncome(seat, deed.card, suit)) for suit in (*deed.card.suits, None))


def legal_plays(state: State, seat: int, card: Card) -> Iterator[LegalMove[Move]]:
    """Yield the legal plays of one card by place and use, as if it were the seat's turn."""
    by_place: dict[tuple[type[Move], int | None], list[Develop | BuyDeed | Sell]] = {}
    try:
        for move in choices(state, seat, card).moves():
            by_place.setdefault((type(move), move.district), []).append(move)
    except IllegalMove:  # a card that the rules know to be elsewhere
        return
    for first, *others in by_place.values():
        yield LegalMove(first, tuple(others))


def _additions(state: State, seat: int, deed: Deed) -> Iterator[LegalMove[Move]]:
    """Yield one addition for a deed, the largest first."""
    suits, purse = deed.card.suits, state.tokens[seat]
    missing = price(deed.card, state.options) - deed.tokens.total
    amounts = [
        Tokens.from_counts(dict(zip(suits, counts, strict=True)))
        for counts in product(*(range(min(purse[suit], missing) + 1) for suit in suits))
        if 0 < sum(counts) <= missing
    ]
    moves = [AddToDeed(seat, deed.card, amount) for amount in sorted(amounts, key=lambda one: -one.total)]
    legal = [move for move in moves if _is_legal(state, move)]
    if legal:
        yield LegalMove(legal[0], tuple(legal[1:]))


def _is_legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


def _trades(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    for give, count in state.tokens[seat].items():
        for get in Suit:
            if get is not give and count >= TRADE_PRICE:
                once, *more = (Trade(seat, give, get, times) for times in range(1, count // TRADE_PRICE + 1))
                yield LegalMove(once, tuple(more))
