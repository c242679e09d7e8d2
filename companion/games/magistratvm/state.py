"""The state of a game of Magistratvm, which is all public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from companion.games.declared import replaced_at
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.options import Options
from companion.pieces.piecepack import Face, Suit, Tile

T = TypeVar("T")

PATRICIANS, TOKENS, PROVINCES, FACE_DOWN = 6, 20, 6, 18
"""Each player's coins and influence tokens (I3); tiles in the circuit and face down at the start (I2)."""
HIGHEST = 6
"""The value of an Income die at the beginning: its null (I5)."""


class Phase(Enum):
    """The phase of a turn."""

    ROLL = "roll"
    """The dice determine the first Prefect (I5)."""
    INCOME = "income"
    BIDDING = "bidding"
    ACTION = "action"
    FALLING = "falling"
    """The owner of a displaced Magistrate chooses its place (I17)."""
    DICTATOR = "dictator"
    START = "start"
    """The Prefect chooses where the circuit begins (I21)."""
    ELECTION = "election"
    REDISTRIBUTION = "redistribution"
    REFILL = "refill"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Province:
    """A contested Province: each seat's tokens, and the gold on it."""

    tile: Tile
    tokens: tuple[int, ...]
    gold: int = 0


@dataclass(frozen=True, slots=True)
class Decided:
    """A won Province in a Family Estate."""

    tile: Tile
    gold: int = 0
    governed: bool = False
    circuit: int = 0
    """The number of the circuit in which it was won."""


@dataclass(frozen=True, slots=True)
class Magistrate:
    """A coin in an Office; an active one's mark points to 12 o'clock, an inactive one's to 3 (I32)."""

    office: Office
    player: int
    active: bool


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction for the office of Prefect (I11).

    ``bidders`` have not passed, clockwise from the Prefect; ``to_bid`` is to answer.
    """

    bidders: tuple[int, ...]
    to_bid: int
    leader: int | None = None
    bid: int = 0


@dataclass(frozen=True, slots=True)
class Leaving:
    """A player's tokens that leave a Province and must be redistributed (I26)."""

    player: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Voting:
    """A circuit: the Provinces still to vote, the current one first; votes lent; tokens to redistribute."""

    to_vote: tuple[Tile, ...]
    lent: tuple[int, ...]
    leaving: tuple[Leaving, ...] = ()
    lenders: tuple[int, ...] = ()
    """The players who have used a Magistrate for the current Province (I22)."""


class Place(Enum):
    """A place for gold."""

    BANK = "bank"
    ESTATE = "estate"
    PROVINCE = "province"
    PREFECT = "prefect"
    """The space of the Prefect (I12)."""


@dataclass(frozen=True, slots=True)
class Purse:
    """The gold at one place: the Estate's player, or the Province's tile."""

    place: Place
    player: int | None = None
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A transfer of gold, and its rule."""

    rule: str
    gold: int
    giver: Purse
    taker: Purse


@dataclass(frozen=True, slots=True)
class State:
    """A state of a game. Seats go clockwise: the left neighbour of a seat is the next one."""

    options: Options
    suits: tuple[Suit, ...]
    circuit: tuple[Province | None, ...]
    """Six places clockwise from the upper left; None if a Province was decided and not replaced."""
    phase: Phase
    gold: tuple[int, ...]
    """In the Estates, without the gold on Provinces."""
    dice: tuple[int, ...]
    """The values of the Income dice."""
    decided: tuple[tuple[Decided, ...], ...]
    rolling: tuple[int, ...]
    """The seats that roll for the first Prefect."""
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
    """The number of passes in a row."""
    falling: Magistrate | None = None
    """The displaced Magistrate, with the Office that it leaves."""
    voting: Voting | None = None
    final: bool = False
    """Whether this is the last circuit, or it comes next (I28)."""
    moved: tuple[Moved, ...] = ()
    """The transfers of gold by the last move."""

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.gold)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is Phase.OVER

    def left_of(self, seat: int) -> int:
        """Return the seat's left neighbour."""
        return (seat + 1) % self.seats

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """Return all seats clockwise from this one."""
        return tuple((seat + step) % self.seats for step in range(self.seats))

    # Provinces and tokens

    @property
    def contested(self) -> tuple[Province, ...]:
        """The contested Provinces, clockwise."""
        return tuple(province for province in self.circuit if province is not None)

    def province(self, tile: Tile) -> Province | None:
        """Return the contested Province of this tile."""
        return next((one for one in self.contested if one.tile == tile), None)

    def placed(self, seat: int) -> int:
        """Return the number of a seat's tokens in contested Provinces."""
        return sum(province.tokens[seat] for province in self.contested)

    def own(self, seat: int, tile: Tile) -> Decided | None:
        """Return a seat's decided Province of this tile."""
        return next((one for one in self.decided[seat] if one.tile == tile), None)

    @property
    def circuits(self) -> int:
        """The number of the present circuit: there is one each turn, and the last one may share a turn (I28)."""
        return self.turn + (self.final and not self.options.last_after_turn)

    @property
    def governed(self) -> Iterator[tuple[int, Decided]]:
        """Every Province with a Governor, with its owner."""
        return ((seat, one) for seat, own in enumerate(self.decided) for one in own if one.governed)

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        """The tiles that are or were open."""
        won = (one.tile for own in self.decided for one in own)
        return (*(one.tile for one in self.contested), *won, *self.discarded)

    def with_province(self, changed: Province) -> State:
        """Return the state with this Province in place of the one of the same tile."""
        return replace(
            self,
            circuit=tuple(changed if one is not None and one.tile == changed.tile else one for one in self.circuit),
        )

    def with_tokens(self, tile: Tile, seat: int, more: int) -> State:
        """Return the state with more of a seat's tokens in a contested Province."""
        province = self.province(tile)
        assert province is not None
        return self.with_province(
            replace(province, tokens=replaced_at(province.tokens, seat, province.tokens[seat] + more))
        )

    def with_own(self, seat: int, changed: Decided) -> State:
        """Return the state with this decided Province in place of the one of the same tile."""
        own = tuple(changed if one.tile == changed.tile else one for one in self.decided[seat])
        return replace(self, decided=replaced_at(self.decided, seat, own))

    # Offices

    def magistrates_in(self, office: Office) -> tuple[Magistrate, ...]:
        """Return the Magistrates in an Office."""
        return tuple(one for one in self.magistrates if one.office is office)

    def has_room(self, office: Office) -> bool:
        """Return whether an Office has a free space."""
        return len(self.magistrates_in(office)) < self.options.spaces(office)

    def patricians(self, seat: int) -> int:
        """Return the number of coins in the Family Estate, without Magistrates and Governors."""
        governors = sum(owner == seat for owner, _ in self.governed)
        return PATRICIANS - governors - sum(one.player == seat for one in self.magistrates)

    def active(self, seat: int, office: Office) -> int:
        """Return the number of a seat's active Magistrates in an Office."""
        return self.magistrates.count(Magistrate(office, seat, True))

    def without(self, magistrate: Magistrate) -> State:
        """Return the state without one such Magistrate."""
        place = self.magistrates.index(magistrate)
        return replace(self, magistrates=self.magistrates[:place] + self.magistrates[place + 1 :])

    def with_magistrate(self, magistrate: Magistrate) -> State:
        """Return the state with one more Magistrate, in order from the lowest Office to the highest."""
        return replace(self, magistrates=tuple(sorted((*self.magistrates, magistrate), key=_standing)))

    def with_inactive(self, seat: int, office: Office) -> State:
        """Return the state with one active Magistrate of a seat made inactive."""
        return self.without(Magistrate(office, seat, True)).with_magistrate(Magistrate(office, seat, False))

    # gold

    def provincial(self, seat: int) -> int:
        """Return the gold that a seat may use from its governed Provinces (I8)."""
        return sum(one.gold for one in self.decided[seat] if one.governed)

    def usable_gold(self, seat: int) -> int:
        """Return all gold that a seat may use."""
        return self.gold[seat] + self.provincial(seat)


_ORDER = {office: place for place, office in enumerate(Office)}


def _standing(magistrate: Magistrate) -> tuple[int, int, bool]:
    return _ORDER[magistrate.office], magistrate.player, not magistrate.active


def value(tile: Tile) -> int:
    """Return a Province's value: ace 1, 2 to 5, null 6 (I1)."""
    return 6 if tile.face is Face.NULL else int(tile.face.value)
