"""The rules of Magpies, a made-up game with cards, dice and bids; known to the tests alone.

A turn is a throw of three d6, then a card that the player lays at the end of the one row. Whoever lays it has the sum
of the dice in points. On a market, the others may buy them: they bid coins in turn, each bid is higher than the one
before, and whoever passes is out. The game ends after as many cards as the options say.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.errors import IllegalMove, StaleFact
from companion.games.field_types import D6, Count, Seat
from companion.locale import Message, Wording
from companion.pieces import Card

COINS = 10


@dataclass(frozen=True, slots=True)
class Options:
    """How many cards are laid, and whether their points can be bought."""

    preset: str = "usual"
    cards: int = 4

    @property
    def market(self) -> bool:
        return self.preset == "market"


@dataclass(frozen=True, slots=True)
class Setup:
    """The card that lies there first."""

    first: Card


@dataclass(frozen=True, slots=True)
class Throw:
    """Three d6."""

    player: Seat
    dice: tuple[D6, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid at the end of the row."""

    player: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Coins bid for the points of the last card."""

    player: Seat
    coins: Count


@dataclass(frozen=True, slots=True)
class Pass:
    """No higher bid."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Correct:
    """The row as it lies."""

    was: tuple[Card, ...]
    now: tuple[Card, ...]


Move = Throw | Lay | Bid | Pass | Correct


@dataclass(frozen=True, slots=True)
class State:
    """One moment."""

    options: Options
    row: tuple[Card, ...]
    points: tuple[int, ...] = (0, 0)
    coins: tuple[int, ...] = (COINS, COINS)
    dice: tuple[int, ...] = ()
    laid: int = 0
    bid: int = 0
    leader: int | None = None
    """On a market, the seat that has the points for the bid now; None if nothing is for sale."""

    @property
    def over(self) -> bool:
        return self.laid >= self.options.cards

    @property
    def player(self) -> int:
        return self.laid % 2 if self.leader is None else 1 - self.leader

    @property
    def phase(self) -> str:
        return "over" if self.over else "bid" if self.leader is not None else "lay" if self.dice else "throw"


def apply(state: State, move: Move) -> State:
    match move:
        case Throw(player, dice):
            if state.phase != "throw" or player != state.player or len(dice) != 3:
                raise IllegalMove("P1", Message("the current player throws three d6"))
            return replace(state, dice=dice)
        case Lay(player, card):
            if state.phase != "lay" or player != state.player:
                raise IllegalMove("P2", Message("the current player lays a card once the dice are thrown"))
            if card in state.row:
                raise IllegalMove("P2", Message("{card} lies there already", {"card": card}))
            state = replace(state, row=(*state.row, card), leader=player)
            return state if state.options.market else _sold(state)
        case Bid(player, coins):
            if state.phase != "bid" or player != state.player or not state.bid < coins <= state.coins[player]:
                raise IllegalMove("P4", Message("bid more than {bid}, and no more than you have", {"bid": state.bid}))
            return replace(state, bid=coins, leader=player)
        case Pass(player):
            if state.phase != "bid" or player != state.player:
                raise IllegalMove("P4", Message("only the seat that bids passes"))
            return _sold(state)
        case Correct(was, now):
            if was != state.row:
                raise StaleFact("P3", Message("the row is another meanwhile"), Message("read it again"), state.row)
            return replace(state, row=now)


def _sold(state: State) -> State:
    """Give the points to who leads, for the bid."""
    points = tuple(n + sum(state.dice) * (seat == state.leader) for seat, n in enumerate(state.points))
    coins = tuple(n - state.bid * (seat == state.leader) for seat, n in enumerate(state.coins))
    return replace(state, points=points, coins=coins, dice=(), laid=state.laid + 1, bid=0, leader=None)


def describe(_before: State, move: Move, _after: State, names: Sequence[str]) -> Message:
    match move:
        case Throw(player, dice):
            values: Wording = {"name": names[player], "dice": " ".join(map(str, dice))}
            return Message("{name} throws {dice}", values)
        case Lay(player, card):
            return Message("{name} lays {card}", {"name": names[player], "card": card})
        case Bid(player, coins):
            return Message("{name} bids {coins}", {"name": names[player], "coins": coins})
        case Pass(player):
            return Message("{name} passes", {"name": names[player]})
        case Correct(_, now):
            return Message("the row is {cards}", {"cards": " ".join(map(str, now))})
