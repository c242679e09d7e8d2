"""The plays of a card now: places, exact payments, and trades that make one possible."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from companion.games.magnate.paying import Trade, deed_price, price, sale_income
from companion.games.magnate.playing import BuyDeed, Develop, Sell, automa_places, check_card, places
from companion.games.magnate.state import Deed, State
from companion.pieces import Card, Rank, Suit, Tokens


@dataclass(frozen=True, slots=True)
class Payment:
    """An exact payment and the trades to make before it, none if the player has the tokens."""

    tokens: Tokens
    trades: tuple[Trade, ...] = ()

    @property
    def traded(self) -> int:
        """The number of trades, each three tokens for one."""
        return sum(trade.times for trade in self.trades)


@dataclass(frozen=True, slots=True)
class Choices:
    """All legal, affordable plays of one card."""

    player: int
    card: Card
    places: tuple[int, ...]
    """The districts in which it may be placed."""
    develop: tuple[Payment, ...]
    """The payments that develop it at once, the cheapest first."""
    deed: tuple[Payment, ...]
    """The payments for its deed; empty if this card has no deed at this table."""
    sells_for: Tokens
    sold_to: tuple[int, ...]
    """In the solo game: the places on the automa's side for the sold card."""

    def moves(self) -> Iterator[Develop | BuyDeed | Sell]:
        """Return the plays without trades, as moves."""
        for place in self.places:
            for payment in self.develop:
                if not payment.trades:
                    yield Develop(self.player, self.card, place, payment.tokens)
            for payment in self.deed:
                if not payment.trades:
                    yield BuyDeed(self.player, self.card, place, payment.tokens)
        for sold in self.sold_to or (None,):
            yield Sell(self.player, self.card, sold)


def choices(state: State, player: int, card: Card) -> Choices:
    """Return the plays of this card, as if it were the player's turn (B17–B26, B32, B33, C2–C4, D3, D8).

    Raises :class:`~companion.games.errors.IllegalMove` for a card that cannot be in any hand (B17, B23, C1, F2).
    Payments come in order of trades, then of the tokens left for taxation.
    """
    check_card(state, card)
    where = places(state, player, card)
    purse = state.tokens[player]
    allowed = card.rank is not Rank.TWO or state.options.deeds_on_twos
    return Choices(
        player,
        card,
        where,
        payments(player, purse, card.suits, price(card, state.options), Tokens.of(*card.suits)) if where else (),
        _exact(player, purse, deed_price(card, state.options)) if where and allowed else (),
        sale_income(card),
        automa_places(state, card),
    )


def completions(state: State, player: int) -> dict[Card, tuple[Payment, ...]]:
    """Return, for each own deed, the payments that complete it now; none if the tokens do not suffice (B27–B29)."""
    return {deed.card: _completing(state, player, deed) for _, deed in state.deeds(player)}


def _completing(state: State, player: int, deed: Deed) -> tuple[Payment, ...]:
    missing = price(deed.card, state.options) - deed.tokens.total
    wanted = deed.card.suits if state.options.every_suit_on_a_deed else ()
    absent = tuple(suit for suit in wanted if not deed.tokens[suit])
    return payments(player, state.tokens[player], deed.card.suits, missing, Tokens.of(*absent))


def payments(player: int, purse: Tokens, suits: tuple[Suit, ...], amount: int, least: Tokens) -> tuple[Payment, ...]:
    """Return every payment of ``amount`` tokens in these suits that holds at least ``least``.

    These are the payments within the purse, or else those with the fewest trades.
    """
    found: list[Payment] = []
    for rest in combinations_with_replacement(suits, amount - least.total) if amount >= least.total else ():
        found.extend(_exact(player, purse, least + Tokens.of(*rest)))
    return _cheapest(purse, found)


def _cheapest(purse: Tokens, found: list[Payment]) -> tuple[Payment, ...]:
    fewest = min((payment.traded for payment in found), default=0)
    best = [payment for payment in found if payment.traded == fewest]
    return tuple(sorted(best, key=lambda payment: _left_to_tax(purse, payment)))


def _left_to_tax(purse: Tokens, payment: Payment) -> tuple[int, int]:
    """Return the number of taxable tokens left, and the largest number of one suit."""
    left = [have - spent for have, spent in zip(after_trades(purse, payment.trades), payment.tokens, strict=True)]
    return sum(max(0, count - 1) for count in left), max(left)


def after_trades(purse: Tokens, trades: tuple[Trade, ...]) -> Tokens:
    """Return the purse after these trades (B33)."""
    for trade in trades:
        purse = purse - Tokens.of(trade.give) * (3 * trade.times) + Tokens.of(trade.get) * trade.times
    return purse


def _exact(player: int, purse: Tokens, payment: Tokens) -> tuple[Payment, ...]:
    """Return this payment with the trades it needs, or nothing if no trades make it possible.

    Each missing token is traded for from the suit with the most to spare.
    """
    spare = [max(0, have - spent) for have, spent in zip(purse, payment, strict=True)]
    every = tuple(Suit)
    counted: dict[tuple[Suit, Suit], int] = {}
    for suit, spent in payment.items():
        for _ in range(max(0, spent - purse[suit])):
            richest = max(every, key=lambda one: spare[one.priority])
            if spare[richest.priority] < 3:
                return ()
            spare[richest.priority] -= 3
            counted[richest, suit] = counted.get((richest, suit), 0) + 1
    trades = tuple(Trade(player, give, get, times) for (give, get), times in counted.items())
    return (Payment(payment, trades),)
