"""What the cards of a hand could do, which the companion knows if players note them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.hand import CardOption, Hand
from companion.games.magnate.foresight.choices import choices
from companion.games.magnate.moves import BuyDeed, Develop, Move, Sell, Trade
from companion.games.magnate.paying import TRADE_PRICE, sale_income
from companion.games.magnate.state import Phase, State
from companion.locale import Message, Wording, listed
from companion.pieces import DECK, Card, Rank, Tokens


def possible_cards(state: State) -> tuple[Card, ...]:
    """Return the cards that may be in a hand: those with a copy neither on the table nor just sold."""
    away = [*state.cards_on_table(), *state.hidden.discarded]
    copies = (Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks))
    courts = state.options.courts
    free = [one for one in copies if one.is_property and (courts or one.rank is not Rank.COURT) and one not in away]
    return tuple({card.kind: card for card in reversed(free)}.values())[::-1]


def card_options(state: State, _names: Sequence[str], seat: int, card: Card) -> Iterator[CardOption]:
    """Yield every place and use of a card with its best payment, then the sale.

    They are moves if the seat can play now and needs no trade. Raises ``IllegalMove`` for a card that nobody can hold.

    Args:
        state: The state.
        _names: The player names.
        seat: The seat.
        card: The card.

    Yields:
        The options.
    """
    ways = choices(state, seat, card)
    now = state.phase is Phase.PLAY and state.player == seat
    for kind, payments in ((Develop, ways.develop), (BuyDeed, ways.deed)):
        for place in ways.places if payments else ():
            best = payments[0]
            move = kind(seat, card, place, best.tokens)
            text = describe_play(state, move)
            if best.trades:
                trades = listed([_trade(one) for one in best.trades])
                text = Message("after trading {trades}: {what}", {"trades": trades, "what": text})
            yield CardOption(text, move if now and not best.trades else None)
    for sold in ways.sold_to or (None,):
        sell = Sell(seat, card, sold)
        yield CardOption(describe_play(state, sell), sell if now else None)


def _trade(trade: Trade) -> Message:
    sold_tokens = Tokens.from_counts({trade.give: TRADE_PRICE * trade.times})
    return Message("{given} for {got}", {"given": sold_tokens, "got": Tokens.from_counts({trade.get: trade.times})})


def describe_play(state: State, move: Move, *, paid: bool = True) -> Message:
    """Return what a play of a card does, in a few words."""
    if isinstance(move, Sell) and move.district is None:
        return Message("Sell for {tokens}", {"tokens": sale_income(move.card)})
    assert isinstance(move, Develop | BuyDeed | Sell) and move.district is not None
    values: Wording = {"district": state.districts[move.district].card, "number": move.district + 1}
    if isinstance(move, Sell):
        return Message("Sell to the automa in district {number} ({district})", values)
    values = {**values, "tokens": move.payment}
    if isinstance(move, BuyDeed):
        return Message("Buy the deed in district {number} ({district}) for {tokens}", values)
    if paid:
        return Message("Develop in district {number} ({district}) for {tokens}", values)
    return Message("Develop in district {number} ({district})", values)


HAND = Hand(possible_cards, card_options)
