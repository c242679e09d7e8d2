"""Forms for Magnate's moves: the roll, a card, tokens for a deed, a trade, the draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.board import verbatim_each
from companion.games.forms import Amount, Answers, Cards, Form, Part, Pick, in_order
from companion.games.magnate.foresight.choices import choices
from companion.games.magnate.hand import describe_play, possible_cards
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Draw, EndTurn, Move, Roll, Trade
from companion.games.magnate.paying import TRADE_PRICE, can_trade, price
from companion.games.magnate.state import Phase, State
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens

DIE_FACES = 10


def forms(state: State, _names: Sequence[str]) -> Iterator[Form[Move]]:
    """Yield the forms for what the current player may do now."""
    seat = state.player
    if state.over or state.phase is Phase.INCOME:
        return
    if state.phase is Phase.ROLL:
        yield _roll(state, seat)
        return
    if state.phase is Phase.PLAY:
        yield _play(state, seat)
    else:
        yield _draw(state, seat)
    if any(state.deeds(seat)):
        yield _deed(state, seat)
    if can_trade(state.tokens[seat]):
        yield _trades(state, seat)


def _draw(state: State, seat: int) -> Form[Move]:
    if state.last_turns is not None:
        return Form(seat, Message("End turn"), in_order(), lambda _answers: EndTurn(seat), makes=("end",))
    return Form(seat, Message("Draw"), in_order(), lambda _answers: Draw(seat), makes=("draw",))


def _roll(state: State, seat: int) -> Form[Move]:
    faces = verbatim_each(range(1, DIE_FACES + 1))

    def following(answers: Answers) -> Part | None:
        if len(answers) < 2:
            return Pick(
                Message("What does the first d10 show?") if not answers else Message("And the second d10?"), faces
            )
        taxed = state.options.tax_dice if 0 in answers[:2] else 0
        suits = tuple(suit.wording() for suit in Suit)
        return Pick(Message("Which suit does the tax die show?"), suits) if len(answers) < 2 + taxed else None

    def move(answers: Answers) -> Move:
        return Roll(seat, (answers[0] + 1, answers[1] + 1), tuple(one + 1 for one in answers[2:]))

    return Form(seat, Message("Enter roll"), following, move, makes=("roll",))


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
            return Cards(Message("Which card?"), possible_cards(self.state))
        ways = self.ways(answers[0][0])
        if len(answers) == 1:
            texts = tuple(describe_play(self.state, moves[0], paid=len(moves) == 1) for moves in ways)
            return Pick(Message("What do you do with {card}?", {"card": answers[0][0]}), texts)
        payments = ways[answers[1]]
        if len(answers) == 2 and len(payments) > 1:
            paid = tuple(one.payment.wording() for one in payments if isinstance(one, Develop | BuyDeed))
            return Pick(Message("How do you pay?"), paid)
        return None

    def move(self, answers: Answers) -> Move:
        payments = self.ways(answers[0][0])[answers[1]]
        return payments[answers[2] if len(payments) > 1 else 0]


def _play(state: State, seat: int) -> Form[Move]:
    play = _Play(state, seat)
    return Form(seat, Message("Play a card"), play.next, play.move, makes=("develop", "deed", "sell"))


def _deed(state: State, seat: int) -> Form[Move]:
    deeds = {deed.card: deed for _, deed in state.deeds(seat)}

    def following(answers: Answers) -> Part | None:
        if not answers:
            return Cards(Message("Which deed?"), tuple(deeds))
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

    return Form(seat, Message("Add tokens to a deed"), following, move, makes=("add",))


def _trades(state: State, seat: int) -> Form[Move]:
    rich = [suit for suit, count in state.tokens[seat].items() if count >= TRADE_PRICE]

    def others(answers: Answers) -> list[Suit]:
        return [suit for suit in Suit if suit is not rich[answers[0]]]

    def following(answers: Answers) -> Part | None:
        if not answers:
            texts = tuple(Tokens.from_counts({suit: TRADE_PRICE}).wording() for suit in rich)
            return Pick(Message("Give three tokens of which suit?"), texts)
        if len(answers) == 1:
            return Pick(Message("Get one token of which suit?"), tuple(suit.wording() for suit in others(answers)))
        most = state.tokens[seat][rich[answers[0]]] // TRADE_PRICE
        return Amount(Message("How many times?"), 1, most) if len(answers) == 2 else None

    return Form(
        seat,
        Message("Trade"),
        following,
        lambda answers: Trade(seat, rich[answers[0]], others(answers)[answers[1]], answers[2]),
        makes=("trade",),
    )
