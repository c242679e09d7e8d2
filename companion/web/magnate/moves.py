"""Magnate's moves on a seat's page: the roll, a card, tokens for a deed, a trade, the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.board import verbatim_each
from companion.games.forms import Amount, Answers, Cards, Form, Part, Pick, in_order
from companion.games.magnate.foresight.choices import choices
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, EndTurn, Move, Roll, Sell, Trade
from companion.games.magnate.paying import price, sale_income
from companion.games.magnate.state import Phase, State
from companion.locale import Message, Wording, listed
from companion.pieces import DECK, Card, Rank, Suit, Tokens
from companion.web.game_view import CardOption

TRADE_PRICE = 3
"""Tokens of a suit that are traded for one (B33)."""
DIE_FACES = 10


def list_possible_cards(state: State) -> tuple[Card, ...]:
    """Return the cards that may be in a hand: those with a copy neither on the table nor just sold."""
    away = [*state.cards_on_table(), *state.hidden.discarded]
    copies = (Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks))
    courts = state.options.courts
    free = [one for one in copies if one.is_property and (courts or one.rank is not Rank.COURT) and one not in away]
    return tuple({card.kind: card for card in reversed(free)}.values())[::-1]


def list_options(state: State, _names: Sequence[str], seat: int, card: Card) -> Iterator[CardOption]:
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
            text = _describe_play(state, move)
            if best.trades:
                trades = listed([_trade(one) for one in best.trades])
                text = Message("after trading {trades}: {what}", {"trades": trades, "what": text})
            yield CardOption(text, move if now and not best.trades else None)
    for sold in ways.sold_to or (None,):
        sell = Sell(seat, card, sold)
        yield CardOption(_describe_play(state, sell), sell if now else None)


def list_forms(state: State, _names: Sequence[str], seat: int) -> Iterator[Form[Move]]:
    """Yield the forms for what a seat may do now.

    Args:
        state: The state.
        _names: The player names.
        seat: The seat.

    Yields:
        The forms.
    """
    if state.over or seat != state.player or state.phase is Phase.INCOME:
        return
    if state.phase is Phase.ROLL:
        yield _roll(state, seat)
        return
    if state.phase is Phase.PLAY:
        yield _play(state, seat)
    else:
        last = state.last_turns is not None
        move: Move = EndTurn(seat) if last else Draw(seat)
        yield Form(seat, Message("End the turn") if last else Message("Draw"), in_order(), lambda _answers: move)
    if any(state.deeds(seat)):
        yield _deed(state, seat)
    if any(count >= TRADE_PRICE for _, count in state.tokens[seat].items()):
        yield _trades(state, seat)


def _roll(state: State, seat: int) -> Form[Move]:
    faces = verbatim_each(range(1, DIE_FACES + 1))

    def following(answers: Answers) -> Part | None:
        if len(answers) < 2:
            return Pick(Message("What does the first d10 show?") if not answers else Message("And the second?"), faces)
        taxed = state.options.tax_dice if 0 in answers[:2] else 0
        suits = tuple(suit.wording() for suit in Suit)
        return Pick(Message("Which suit does the tax die show?"), suits) if len(answers) < 2 + taxed else None

    def move(answers: Answers) -> Move:
        return Roll(seat, (answers[0] + 1, answers[1] + 1), tuple(one + 1 for one in answers[2:]))

    return Form(seat, Message("Enter the roll"), following, move)


@dataclass(frozen=True, slots=True)
class _Play:
    """The form of a card: the card, its place and use, and its payment."""

    state: State
    seat: int

    def ways(self, card: Card) -> list[tuple[Move, ...]]:
        """Return the moves by place and use; each has its payments, the cheapest first."""
        found: dict[tuple[type[Move], int | None], list[Move]] = {}
        for one in choices(self.state, self.seat, card).moves():
            found.setdefault((type(one), one.district), []).append(one)
        return [tuple(moves) for moves in found.values()]

    def next(self, answers: Answers) -> Part | None:
        if not answers:
            return Cards(Message("Which card?"), list_possible_cards(self.state))
        ways = self.ways(answers[0][0])
        if len(answers) == 1:
            texts = tuple(_describe_play(self.state, moves[0], paid=len(moves) == 1) for moves in ways)
            return Pick(Message("What is done with {card}?", {"card": answers[0][0]}), texts)
        payments = ways[answers[1]]
        if len(answers) == 2 and len(payments) > 1:
            paid = tuple(one.payment.wording() for one in payments if isinstance(one, Develop | BuyDeed))
            return Pick(Message("What is it paid with?"), paid)
        return None

    def move(self, answers: Answers) -> Move:
        payments = self.ways(answers[0][0])[answers[1]]
        return payments[answers[2] if len(payments) > 1 else 0]


def _play(state: State, seat: int) -> Form[Move]:
    play = _Play(state, seat)
    return Form(seat, Message("Play a card"), play.next, play.move)


def _deed(state: State, seat: int) -> Form[Move]:
    deeds = {deed.card: deed for _, deed in state.deeds(seat)}

    def following(answers: Answers) -> Part | None:
        if not answers:
            return Cards(Message("Onto which deed?"), tuple(deeds))
        deed, purse = deeds[answers[0][0]], state.tokens[seat]
        suits, put = deed.card.suits, sum(answers[1:])
        left = price(deed.card, state.options) - deed.tokens.total - put
        if len(answers) > len(suits):
            return None
        suit = suits[len(answers) - 1]
        return Amount(Message("How many {suit}?", {"suit": suit}), 0, max(0, min(left, purse[suit])))

    def move(answers: Answers) -> Move:
        card = answers[0][0]
        return AddToDeed(seat, card, Tokens.from_counts(dict(zip(card.suits, answers[1:], strict=True))))

    return Form(seat, Message("Tokens onto a deed"), following, move)


def _trades(state: State, seat: int) -> Form[Move]:
    rich = [suit for suit, count in state.tokens[seat].items() if count >= TRADE_PRICE]

    def others(answers: Answers) -> list[Suit]:
        return [suit for suit in Suit if suit is not rich[answers[0]]]

    def following(answers: Answers) -> Part | None:
        if not answers:
            texts = tuple(Tokens.from_counts({suit: TRADE_PRICE}).wording() for suit in rich)
            return Pick(Message("Three of which suit?"), texts)
        if len(answers) == 1:
            return Pick(Message("For one of which?"), tuple(suit.wording() for suit in others(answers)))
        most = state.tokens[seat][rich[answers[0]]] // TRADE_PRICE
        return Amount(Message("How often?"), 1, most) if len(answers) == 2 else None

    return Form(
        seat,
        Message("Trade"),
        following,
        lambda answers: Trade(seat, rich[answers[0]], others(answers)[answers[1]], answers[2]),
    )


def _trade(trade: Trade) -> Message:
    sold_tokens = Tokens.from_counts({trade.give: TRADE_PRICE * trade.times})
    return Message("{given} for {got}", {"given": sold_tokens, "got": Tokens.from_counts({trade.get: trade.times})})


def _describe_play(state: State, move: Move, *, paid: bool = True) -> Message:
    """Return what a play of a card does, in a few words."""
    if isinstance(move, Sell) and move.district is None:
        return Message("Sell it for {tokens}", {"tokens": sale_income(move.card)})
    assert isinstance(move, Develop | BuyDeed | Sell) and move.district is not None
    values: Wording = {"district": state.districts[move.district].card, "number": move.district + 1}
    if isinstance(move, Sell):
        return Message("Sell it to the automa, beside {district} ({number})", values)
    values = {**values, "tokens": move.payment}
    if isinstance(move, BuyDeed):
        return Message("Buy its deed beside {district} ({number}) for {tokens}", values)
    if paid:
        return Message("Develop it beside {district} ({number}) for {tokens}", values)
    return Message("Develop it beside {district} ({number})", values)
