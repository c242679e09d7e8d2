"""A simple player of Magnate: completes deeds first, develops what it can pay for, else saves.

It plays plausibly, not strongly, for the demonstration and its bundled game. Its choice depends on the state and the
hand alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.errors import IllegalMove
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Sell, TakeDeedIncome, Trade, apply
from companion.games.magnate.paying import deed_price, payment_for, price, take_from_fullest
from companion.games.magnate.placing import automa_places
from companion.games.magnate.state import Phase, State
from companion.games.magnate.turns import turns_end
from companion.pieces import Card, Suit

_TRADE_FROM = 5
"""Tokens of one suit from which three are traded, before taxation takes them."""


def next_move(state: State, hand: Sequence[Card]) -> Move:
    """Return the first of the player's preferred moves that is legal.

    Args:
        state: A state that waits for a move, not for a roll.
        hand: The current player's hand.

    Returns:
        The move.
    """
    if state.phase is Phase.INCOME:
        owner, card = state.pending_income[0]
        purse = state.tokens[owner]
        return TakeDeedIncome(owner, card, min(card.suits, key=lambda suit: (purse[suit], suit.priority)))
    return next(move for move in _preferred_moves(state, hand) if _is_legal(state, move))


def _preferred_moves(state: State, hand: Sequence[Card]) -> Iterator[Move]:
    yield from _additions(state)
    if state.phase is Phase.PLAY:
        dearest_first = sorted(hand, key=lambda card: -price(card, state.options))
        yield from _developments(state, dearest_first)
        yield from _trades(state)
        yield from _deeds(state, dearest_first)
        for card in reversed(dearest_first):
            yield from (Sell(state.player, card, place) for place in automa_places(state, card))
            yield Sell(state.player, card)
    yield turns_end(state)


def _additions(state: State) -> Iterator[Move]:
    for _, deed in state.deeds(state.player):
        missing = price(deed.card, state.options) - deed.tokens.total
        usable = state.tokens[state.player].only(deed.card.suits)
        if usable:
            yield AddToDeed(state.player, deed.card, take_from_fullest(usable, min(missing, usable.total)))


def _developments(state: State, cards: Sequence[Card]) -> Iterator[Move]:
    for card in cards:
        payment = payment_for(card, price(card, state.options), state.tokens[state.player])
        if payment is not None:
            yield from (Develop(state.player, card, place, payment) for place in _weakest_first(state))


def _deeds(state: State, cards: Sequence[Card]) -> Iterator[Move]:
    if state.last_turns is None:
        for card in cards:
            if price(card, state.options) > len(card.suits):
                cost = deed_price(card, state.options)
                yield from (BuyDeed(state.player, card, place, cost) for place in _weakest_first(state))


def _trades(state: State) -> Iterator[Move]:
    purse = state.tokens[state.player]
    for suit, count in purse.items():
        if count >= _TRADE_FROM:
            yield Trade(state.player, suit, min(Suit, key=lambda other: (purse[other], other.priority)))


def _weakest_first(state: State) -> list[int]:
    """Return the districts, those with the fewest own cards first."""

    def own_cards(place: int) -> int:
        column = state.column(state.player, place)
        return len(column.cards) if column is not None else 0

    return sorted(range(len(state.districts)), key=lambda place: (own_cards(place), place))


def _is_legal(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True
