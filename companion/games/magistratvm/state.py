"""One moment of a game of Magistratvm. Everything lies open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.options import Options
from companion.pieces.piecepack import Face, Suit, Tile

T = TypeVar("T")

PATRICIANS, TOKENS, PROVINCES, FACE_DOWN = 6, 20, 6, 18
"""Each player's coins and influence tokens (I3); tiles in the circuit and face down at the start (I2)."""
HIGHEST = 6
"""What an Income die begins with: its null (I5)."""


class Phase(Enum):
    """What the turn waits for."""

    ROLL = "roll"
    """Dice say who is the first Prefect (I5)."""
    INCOME = "income"
    BIDDING = "bidding"
    ACTION = "action"
    FALLING = "falling"
    """The owner of a displaced Magistrate says where it goes (I17)."""
    DICTATOR = "dictator"
    START = "start"
    """The Prefect names where the circuit begins (I21)."""
    ELECTION = "election"
    REDISTRIBUTION = "redistribution"
    REFILL = "refill"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Province:
    """A contested Province: a seat's tokens beside it, and gold on it."""

    tile: Tile
    tokens: tuple[int, ...]
    gold: int = 0


@dataclass(frozen=True, slots=True)
class Decided:
    """A Province in a Family Estate."""

    tile: Tile
    gold: int = 0
    governed: bool = False


@dataclass(frozen=True, slots=True)
class Magistrate:
    """A coin in an Office; an active one's mark points to 12 o'clock, an inactive one's to 3 (I32)."""

    office: Office
    player: int
    active: bool


@dataclass(frozen=True, slots=True)
class Auction:
    """For the office of Prefect (I11): who has not passed, clockwise from the Prefect, and who is to answer."""

    bidders: tuple[int, ...]
    to_bid: int
    leader: int | None = None
    bid: int = 0


@dataclass(frozen=True, slots=True)
class Leaving:
    """Tokens of a player that leave a Province, and are to be redistributed (I26)."""

    player: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Voting:
    """A circuit: the Provinces that have not voted, the first of which does; votes lent there; who redistributes."""

    to_vote: tuple[Tile, ...]
    lent: tuple[int, ...]
    leaving: tuple[Leaving, ...] = ()


class Place(Enum):
    """Where gold lies."""

    BANK = "bank"
    ESTATE = "estate"
    PROVINCE = "province"
    PREFECT = "prefect"
    """The space of that Office (I12)."""


@dataclass(frozen=True, slots=True)
class Purse:
    """One such place: whose Estate, which Province."""

    place: Place
    player: int | None = None
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """Gold that a move brought from one place to another, and the rule that says so."""

    rule: str
    gold: int
    giver: Purse
    taker: Purse


@dataclass(frozen=True, slots=True)
class State:
    """One moment. Everything by seat goes clockwise: the left neighbour of a seat is the next one."""

    options: Options
    suits: tuple[Suit, ...]
    circuit: tuple[Province | None, ...]
    """Six places clockwise from the upper left; None where a Province was decided and not replaced."""
    phase: Phase
    gold: tuple[int, ...]
    """In the Estates; what lies on Provinces is theirs."""
    dice: tuple[int, ...]
    """What the Income dice show."""
    decided: tuple[tuple[Decided, ...], ...]
    rolling: tuple[int, ...]
    """Who rolls for the first Prefect."""
    turn: int = 1
    face_down: int = FACE_DOWN
    magistrates: tuple[Magistrate, ...] = ()
    discarded: tuple[Tile, ...] = ()
    prefect: int = 0
    prefect_gold: int = 0
    with_income: tuple[int, ...] = ()
    auction: Auction | None = None
    to_act: int = 0
    passes: int = 0
    """In a row."""
    falling: Magistrate | None = None
    """The displaced one that is to be set down, and the Office it leaves."""
    voting: Voting | None = None
    final: bool = False
    """Whether the last circuit is due or going on (I28)."""
    moved: tuple[Moved, ...] = ()
    """What gold the last move moved."""

    @property
    def seats(self) -> int:
        return len(self.gold)

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        return tuple((seat + step) % self.seats for step in range(self.seats))

    # Provinces and tokens

    @property
    def contested(self) -> tuple[Province, ...]:
        return tuple(province for province in self.circuit if province is not None)

    def province(self, tile: Tile) -> Province | None:
        """The contested Province of this tile."""
        return next((one for one in self.contested if one.tile == tile), None)

    def placed(self, seat: int) -> int:
        """Tokens beside contested Provinces."""
        return sum(province.tokens[seat] for province in self.contested)

    def own(self, seat: int, tile: Tile) -> Decided | None:
        """A seat's decided Province of this tile."""
        return next((one for one in self.decided[seat] if one.tile == tile), None)

    @property
    def governed(self) -> Iterator[tuple[int, Decided]]:
        """Every Province with a Governor, with its owner."""
        return ((seat, one) for seat, own in enumerate(self.decided) for one in own if one.governed)

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        """Those that lie face up, or did."""
        won = (one.tile for own in self.decided for one in own)
        return (*(one.tile for one in self.contested), *won, *self.discarded)

    def with_province(self, changed: Province) -> State:
        """With this Province in place of the one of the same tile."""
        return replace(
            self,
            circuit=tuple(changed if one is not None and one.tile == changed.tile else one for one in self.circuit),
        )

    def with_tokens(self, tile: Tile, seat: int, more: int) -> State:
        """With so many more tokens of a seat beside a contested Province."""
        province = self.province(tile)
        assert province is not None
        return self.with_province(
            replace(province, tokens=with_one(province.tokens, seat, province.tokens[seat] + more))
        )

    def with_own(self, seat: int, changed: Decided) -> State:
        """With this decided Province in place of the one of the same tile."""
        own = tuple(changed if one.tile == changed.tile else one for one in self.decided[seat])
        return replace(self, decided=with_one(self.decided, seat, own))

    # Offices

    def there(self, office: Office) -> tuple[Magistrate, ...]:
        return tuple(one for one in self.magistrates if one.office is office)

    def has_room(self, office: Office) -> bool:
        return len(self.there(office)) < self.options.spaces(office)

    def patricians(self, seat: int) -> int:
        """Coins in the Family Estate: neither in an Office nor Governors."""
        governors = sum(owner == seat for owner, _ in self.governed)
        return PATRICIANS - governors - sum(one.player == seat for one in self.magistrates)

    def active(self, seat: int, office: Office) -> int:
        """How many active Magistrates a seat has in an Office."""
        return self.magistrates.count(Magistrate(office, seat, True))

    def without(self, magistrate: Magistrate) -> State:
        """Without one such Magistrate."""
        place = self.magistrates.index(magistrate)
        return replace(self, magistrates=self.magistrates[:place] + self.magistrates[place + 1 :])

    def joined_by(self, magistrate: Magistrate) -> State:
        """With one Magistrate more; they stand from the lowest Office to the highest."""
        return replace(self, magistrates=tuple(sorted((*self.magistrates, magistrate), key=_standing)))

    def turned(self, seat: int, office: Office) -> State:
        """With one active Magistrate of a seat made inactive."""
        return self.without(Magistrate(office, seat, True)).joined_by(Magistrate(office, seat, False))

    # gold

    def provincial(self, seat: int) -> int:
        """Gold that a seat may use on its governed Provinces (I8)."""
        return sum(one.gold for one in self.decided[seat] if one.governed)

    def holds(self, seat: int) -> int:
        """Gold that a seat may use."""
        return self.gold[seat] + self.provincial(seat)


_ORDER = {office: place for place, office in enumerate(Office)}


def _standing(magistrate: Magistrate) -> tuple[int, int, bool]:
    return _ORDER[magistrate.office], magistrate.player, not magistrate.active


def value(tile: Tile) -> int:
    """What a Province is worth: ace 1, 2 to 5, null 6 (I1)."""
    return 6 if tile.face is Face.NULL else int(tile.face.value)


def with_one(values: tuple[T, ...], place: int, one: T) -> tuple[T, ...]:
    """The values with another at this place."""
    return (*values[:place], one, *values[place + 1 :])
