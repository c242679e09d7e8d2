"""What a player of Magnate says on the own page: the roll, a card, tokens onto a deed, a trade, the draw."""

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
from companion.web.game_view import Can

PRICE = 3
"""Tokens of a suit that are traded for one (B33)."""
FACES = 10


def hand(state: State) -> tuple[Card, ...]:
    """The cards that may be in somebody's hand: those of which a copy neither lies open nor was just sold."""
    away = [*state.cards_on_table(), *state.hidden.discarded]
    copies = (Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks))
    courts = state.options.courts
    free = [one for one in copies if one.is_property and (courts or one.rank is not Rank.COURT) and one not in away]
    return tuple({card.kind: card for card in reversed(free)}.values())[::-1]


def can(state: State, _names: Sequence[str], seat: int, card: Card) -> Iterator[Can]:
    """Every place and way with its best payment, then the sale; as moves where this seat is to play and need not trade.

    Raises :class:`~companion.games.errors.IllegalMove` for a card that nobody can hold.
    """
    ways = choices(state, seat, card)
    now = state.phase is Phase.PLAY and state.player == seat
    for kind, payments in ((Develop, ways.develop), (BuyDeed, ways.deed)):
        for place in ways.places if payments else ():
            best = payments[0]
            move = kind(seat, card, place, best.tokens)
            told = _told(state, move)
            if best.trades:
                trades = listed([_trade(one) for one in best.trades])
                told = Message("after trading {trades}: {what}", {"trades": trades, "what": told})
            yield Can(told, move if now and not best.trades else None)
    for sold in ways.sold_to or (None,):
        sell = Sell(seat, card, sold)
        yield Can(_told(state, sell), sell if now else None)


def forms(state: State, _names: Sequence[str], seat: int) -> Iterator[Form[Move]]:
    """What this seat may do now, if anything."""
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
        yield Form(seat, Message("End the turn") if last else Message("Draw"), in_order(), lambda _said: move)
    if any(state.deeds(seat)):
        yield _deed(state, seat)
    if any(count >= PRICE for _, count in state.tokens[seat].items()):
        yield _trades(state, seat)


def _roll(state: State, seat: int) -> Form[Move]:
    faces = verbatim_each(range(1, FACES + 1))

    def following(said: Answers) -> Part | None:
        if len(said) < 2:
            return Pick(Message("What does the first d10 show?") if not said else Message("And the second?"), faces)
        taxed = state.options.tax_dice if 0 in said[:2] else 0
        suits = tuple(suit.wording() for suit in Suit)
        return Pick(Message("Which suit does the tax die show?"), suits) if len(said) < 2 + taxed else None

    def move(said: Answers) -> Move:
        return Roll(seat, (said[0] + 1, said[1] + 1), tuple(one + 1 for one in said[2:]))

    return Form(seat, Message("Enter the roll"), following, move)


@dataclass(frozen=True, slots=True)
class _Play:
    """A card, then where and how, then what it is paid with."""

    state: State
    seat: int

    def ways(self, card: Card) -> list[tuple[Move, ...]]:
        """By place and kind, its payments as moves; each has the cheapest first."""
        found: dict[tuple[type[Move], int | None], list[Move]] = {}
        for one in choices(self.state, self.seat, card).moves():
            found.setdefault((type(one), one.district), []).append(one)
        return [tuple(moves) for moves in found.values()]

    def next(self, said: Answers) -> Part | None:
        if not said:
            return Cards(Message("Which card?"), hand(self.state))
        ways = self.ways(said[0][0])
        if len(said) == 1:
            texts = tuple(_told(self.state, moves[0], paid=len(moves) == 1) for moves in ways)
            return Pick(Message("What is done with {card}?", {"card": said[0][0]}), texts)
        payments = ways[said[1]]
        if len(said) == 2 and len(payments) > 1:
            paid = tuple(one.payment.wording() for one in payments if isinstance(one, Develop | BuyDeed))
            return Pick(Message("What is it paid with?"), paid)
        return None

    def move(self, said: Answers) -> Move:
        payments = self.ways(said[0][0])[said[1]]
        return payments[said[2] if len(payments) > 1 else 0]


def _play(state: State, seat: int) -> Form[Move]:
    play = _Play(state, seat)
    return Form(seat, Message("Play a card"), play.next, play.move)


def _deed(state: State, seat: int) -> Form[Move]:
    deeds = {deed.card: deed for _, deed in state.deeds(seat)}

    def following(said: Answers) -> Part | None:
        if not said:
            return Cards(Message("Onto which deed?"), tuple(deeds))
        deed, purse = deeds[said[0][0]], state.tokens[seat]
        suits, put = deed.card.suits, sum(said[1:])
        left = price(deed.card, state.options) - deed.tokens.total - put
        if len(said) > len(suits):
            return None
        suit = suits[len(said) - 1]
        return Amount(Message("How many {suit}?", {"suit": suit}), 0, max(0, min(left, purse[suit])))

    def move(said: Answers) -> Move:
        card = said[0][0]
        return AddToDeed(seat, card, Tokens.from_counts(dict(zip(card.suits, said[1:], strict=True))))

    return Form(seat, Message("Tokens onto a deed"), following, move)


def _trades(state: State, seat: int) -> Form[Move]:
    rich = [suit for suit, count in state.tokens[seat].items() if count >= PRICE]

    def others(said: Answers) -> list[Suit]:
        return [suit for suit in Suit if suit is not rich[said[0]]]

    def following(said: Answers) -> Part | None:
        if not said:
            texts = tuple(Tokens.from_counts({suit: PRICE}).wording() for suit in rich)
            return Pick(Message("Three of which suit?"), texts)
        if len(said) == 1:
            return Pick(Message("For one of which?"), tuple(suit.wording() for suit in others(said)))
        most = state.tokens[seat][rich[said[0]]] // PRICE
        return Amount(Message("How often?"), 1, most) if len(said) == 2 else None

    return Form(
        seat, Message("Trade"), following, lambda said: Trade(seat, rich[said[0]], others(said)[said[1]], said[2])
    )


def _trade(trade: Trade) -> Message:
    given = Tokens.from_counts({trade.give: PRICE * trade.times})
    return Message("{given} for {got}", {"given": given, "got": Tokens.from_counts({trade.get: trade.times})})


def _told(state: State, move: Move, *, paid: bool = True) -> Message:
    """What a play of a card does, in a few words."""
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
