"""The facts of a correction: ``was`` is the game's value, ``now`` the table's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games.field_types import D6, Bounds, Count, Flag, Seat
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Phase
from companion.pieces.piecepack import Tile

Place = Annotated[int, Bounds(0, 5)]
"""A place of the circuit, clockwise from the upper left."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's Magistrate in an Office named elsewhere."""

    player: Seat
    active: Annotated[bool, Flag("inactive", False)]


@dataclass(frozen=True, slots=True)
class GoldFact:
    """Gold in a Family Estate."""

    player: Seat
    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class ProvinceGoldFact:
    """Gold on a Province, contested or decided."""

    tile: Tile
    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class DieFact:
    """The value of an Income die; its null is 6."""

    player: Seat
    was: D6
    now: D6


@dataclass(frozen=True, slots=True)
class TokensFact:
    """A player's tokens in a contested Province."""

    tile: Tile
    player: Seat
    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class MagistratesFact:
    """The Magistrates in an Office, and their marks."""

    office: Office
    was: tuple[Rival, ...]
    now: tuple[Rival, ...]


@dataclass(frozen=True, slots=True)
class GovernorFact:
    """Whether a decided Province has a Governor."""

    tile: Tile
    was: bool
    now: bool


@dataclass(frozen=True, slots=True)
class TileFact:
    """The tile at a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: Place
    was: Tile
    now: Tile


@dataclass(frozen=True, slots=True)
class TurnFact:
    """The player who takes the next action."""

    was: Seat
    now: Seat


@dataclass(frozen=True, slots=True)
class WonFact:
    """The player who has won a Province; None if nobody has: it is contested, discarded or face down."""

    tile: Tile
    was: Seat | None
    now: Seat | None


@dataclass(frozen=True, slots=True)
class DiscardedFact:
    """The discarded Provinces (I28)."""

    was: tuple[Tile, ...]
    now: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class FaceDownFact:
    """The number of tiles face down."""

    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class PrefectFact:
    """The Prefect."""

    was: Seat
    now: Seat


@dataclass(frozen=True, slots=True)
class PrefectGoldFact:
    """The gold on the Prefect's space (I12)."""

    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class PassesFact:
    """The number of passes in a row (I13)."""

    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class PhaseFact:
    """The phase of the turn, which begins anew."""

    was: Phase
    now: Phase


Fact = (
    GoldFact
    | ProvinceGoldFact
    | DieFact
    | TokensFact
    | MagistratesFact
    | GovernorFact
    | TileFact
    | TurnFact
    | WonFact
    | DiscardedFact
    | FaceDownFact
    | PrefectFact
    | PrefectGoldFact
    | PassesFact
    | PhaseFact
)
