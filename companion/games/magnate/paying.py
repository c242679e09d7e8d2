"""Prices, checks of payments (B18, B19, B24, B25, B28, B29, C2, C3), and trades (B33)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from companion.games.decisions import Answers, Decision
from companion.games.declared import Among, Chosen, Move, Names, Paid
from companion.games.errors import IllegalMove
from companion.games.field_types import Positive, Seat
from companion.games.fields import Field, Pick
from companion.games.magnate.options import Options
from companion.games.magnate.state import Deed, Phase, State, changed, tokens_with
from companion.games.magnate.turn_moves import TurnMove, check_turn
from companion.games.texts import verbatim
from companion.locale import Message, Wording
from companion.pieces import Card, Rank, Suit, Tokens


def payment_for(card: Card, cost: int, purse: Tokens) -> Tokens | None:
    """Return one token of each suit of the card and the rest from the fullest suits; None if unaffordable (B18)."""
    each = Tokens.of(*card.suits)
    if cost < each.total or not purse.covers(each) or purse.only(card.suits).total < cost:
        return None
    return each + take_from_fullest((purse - each).only(card.suits), cost - each.total)


def take_from_fullest(purse: Tokens, amount: int) -> Tokens:
    """Return this number of tokens, each from the suit with the most left."""
    taken = Tokens()
    for _ in range(amount):
        rest = purse - taken
        taken += Tokens.of(max(Suit, key=lambda suit: (rest[suit], -suit.priority)))
    return taken


def payment_to_deed(deed: Deed, left: int, purse: Tokens, options: Options) -> Tokens:
    """Return as many tokens as a deed lacks or the purse allows, each from the suit with the most left."""
    suits, put = deed.card.suits, Tokens()
    if options.every_suit_on_a_deed:
        put = Tokens.of(*[suit for suit in suits if not deed.tokens[suit] and purse[suit]][:left])
    usable = purse.only(suits)
    return put + take_from_fullest(usable - put, min(left, usable.total) - put.total)


TRADE_PRICE = 3
"""Tokens of a suit that are traded for one (B33)."""


def can_trade(purse: Tokens) -> bool:
    """Return whether the purse has three tokens of one suit (B33)."""
    return any(count >= TRADE_PRICE for _, count in purse.items())


def price(card: Card, options: Options) -> int:
    """Return a property's price in tokens: its rank, an Ace 3 (B19; 1 by the older rule, F13), a Court 10 (C2)."""
    if card.rank is Rank.ACE:
        return 1 if options.original_aces else 3
    if card.rank is Rank.COURT:
        return 10
    number = card.rank.number
    if number is None:
        raise IllegalMove("B17", Message("{card} is never bought", {"card": card}))
    return number


def deed_price(card: Card, options: Options) -> Tokens:
    """Return a deed's price: one token of each suit (B24, C3); an Ace's follows the options (B25, E1)."""
    each = Tokens.of(*card.suits)
    return each * options.ace_deed_price if card.rank is Rank.ACE else each


def sale_income(card: Card) -> Tokens:
    """Return the tokens for a sold card: one of each suit (B32, C4), for an Ace 2 of its suit."""
    each = Tokens.of(*card.suits)
    return each * 2 if card.rank is Rank.ACE else each


def check_purse(rule: str, purse: Tokens, payment: Tokens) -> None:
    """Raise :class:`IllegalMove` if ``payment`` is more than the player has."""
    if not purse.covers(payment):
        raise IllegalMove(
            rule, Message("the payment is {payment}; you have {held}", {"payment": payment, "held": purse})
        )


def check_price(rule: str, card: Card, payment: Tokens, purse: Tokens, options: Options) -> None:
    """Check a payment by B18: as many tokens as the price, only the card's suits, at least one of each.

    Raises :class:`IllegalMove` with the numbers.
    """
    needed = price(card, options)
    usable = purse.only(card.suits)
    short = usable.total < needed or any(not usable[suit] for suit in card.suits)
    if (
        short
        or payment.total != needed
        or any((payment[suit] > 0) != (suit in card.suits) for suit, _ in payment.items())
    ):
        raise IllegalMove(
            rule,
            Message(
                "{card} {asked}; {answer}",
                {"card": card, "asked": _asked(card, needed), "answer": _answer(payment, usable, short)},
            ),
        )
    check_purse(rule, purse, payment)


def _asked(card: Card, needed: int) -> Message:
    values: Wording = {"n": needed, "a": card.suits[0], "b": card.suits[-1]}
    if len(card.suits) == 1:
        return Message("needs {n} {a}", values)
    if len(card.suits) == 2:
        return Message("needs {n} {a} or {b}, at least one of each", values)
    return Message(
        "needs {n} {a}, {b} or {c}, at least one of each", {**values, "b": card.suits[1], "c": card.suits[2]}
    )


def _answer(payment: Tokens, usable: Tokens, short: bool) -> Message:
    if short:
        return Message("you have {held}", {"held": usable})
    return Message("the payment is {payment}", {"payment": payment})


def check_deed_price(rule: str, card: Card, payment: Tokens, purse: Tokens, options: Options) -> None:
    """Raise :class:`IllegalMove` unless the payment is the deed's price (B24)."""
    needed = deed_price(card, options)
    values: Wording = {"card": card, "needed": needed, "payment": payment, "held": purse.only(card.suits)}
    if not purse.covers(needed):
        raise IllegalMove(rule, Message("a deed on {card} costs {needed}; you have {held}", values))
    if payment != needed:
        raise IllegalMove(rule, Message("a deed on {card} costs {needed}; the payment is {payment}", values))


def check_addition(deed: Deed, payment: Tokens, purse: Tokens, options: Options) -> None:
    """Check tokens for a deed by B27–B31: only the card's suits, at least one, never more than missing.

    If a deed needs each of its suits (B29), the tokens must leave room for each. Raises :class:`IllegalMove` with the
    numbers.
    """
    card = deed.card
    needed = price(card, options)
    missing = needed - deed.tokens.total
    if payment.total == 0:
        raise IllegalMove("B27", Message("name the tokens that go onto the deed on {card}", {"card": card}))
    if payment.only(card.suits) != payment:
        raise IllegalMove(
            "B27",
            Message(
                "the deed on {card} takes only its own suits; the payment is {payment}",
                {"card": card, "payment": payment},
            ),
        )
    if payment.total > missing:
        raise IllegalMove(
            "B31",
            Message(
                "the deed on {card} lacks {missing}; the payment is {payment}",
                {"card": card, "missing": missing, "payment": payment},
            ),
        )
    check_purse("B27", purse, payment)
    if options.every_suit_on_a_deed:
        after = deed.tokens + payment
        absent = [suit for suit in card.suits if not after[suit]]
        if len(absent) > needed - after.total:
            raise IllegalMove(
                "B29",
                Message(
                    "the deed on {card} must hold each of its suits when it completes; {suit} would be missing",
                    {"card": card, "suit": absent[0]},
                ),
            )


def _rich(state: State, chosen: Chosen) -> list[Suit]:
    return [suit for suit, count in state.tokens[chosen["player"]].items() if count >= TRADE_PRICE]


def _times(state: State, chosen: Chosen) -> range:
    return range(1, state.tokens[chosen["player"]][chosen["give"]] // TRADE_PRICE + 1)


@dataclass(frozen=True, slots=True)
class Trade(TurnMove):
    """Three tokens of one suit for one of another from the bank, ``times`` over (B33)."""

    player: Annotated[
        Seat, Among(lambda state, _chosen: [state.player] if state.phase in (Phase.PLAY, Phase.DRAW) else [])
    ]
    give: Annotated[Suit, Among(_rich)]
    get: Suit
    times: Annotated[Positive, Among(_times), Paid()] = 1

    @property
    def rule(self) -> str:
        """The rule of trades."""
        return "B33"

    @property
    def _paid(self) -> Tokens:
        return Tokens.of(self.give) * (TRADE_PRICE * self.times)

    @property
    def _got(self) -> Tokens:
        return Tokens.of(self.get) * self.times

    def apply(self, state: State) -> State:
        """Exchange three tokens of one suit for one of another, between roll and draw (B33)."""
        check_turn(state, self.player, Phase.PLAY, Phase.DRAW, rule="B33")
        if self.times < 1:
            raise IllegalMove("B33", Message("a trade happens at least once, not {n} times", {"n": self.times}))
        if self.give is self.get:
            raise IllegalMove("B33", Message("trade three {suit} for a token of another suit", {"suit": self.give}))
        purse = state.tokens[self.player]
        if not purse.covers(self._paid):
            held = purse.only([self.give])
            raise IllegalMove(
                "B33", Message("the trade gives {given}; you have {held}", {"given": self._paid, "held": held})
            )
        return changed(state, tokens=tokens_with(state, self.player, purse - self._paid + self._got))

    def _turn_sentence(self, _before: State, _after: State, names: Names) -> Message:
        values: Wording = {"name": names[self.player], "given": self._paid, "got": self._got}
        return Message("{name} trades {given} for {got}", values)


def trade(state: State, seat: int) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on trades, if the player has three tokens of one suit (B33)."""
    purse = state.tokens[seat]
    rich = tuple(_rich(state, {"player": seat}))
    if not rich:
        return

    def ask(answers: Answers) -> Iterator[Field]:
        proposed = rich[0] if len(rich) == 1 else None
        yield Pick("give", Message("Give"), rich, Suit.wording, proposed)
        most = purse[answers["give"]] // TRADE_PRICE
        if most > 1:
            often = tuple(range(1, most + 1))
            yield Pick("times", Message("How many times?"), often, lambda n: verbatim(f"{TRADE_PRICE * n} → {n}"), 1)
        others = tuple(suit for suit in Suit if suit is not answers["give"])
        times, paid = answers.get("times", 1), answers["give"].wording()
        text = Message("Get for {n} {suit}", {"n": TRADE_PRICE * times, "suit": paid})
        yield Pick("get", text, others, Suit.wording, None, lambda _suit: verbatim(times))

    yield Decision(
        "trade",
        Message("Trade"),
        lambda answers: Trade(seat, answers["give"], answers["get"], answers.get("times", 1)),
        ask,
        owner=seat,
        optional=True,
        makes=("trade",),
    )
