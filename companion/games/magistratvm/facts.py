"""The facts of a correction: ``was`` is the game's value, ``now`` the table's."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magistratvm.offices import Office
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's Magistrate in an Office named elsewhere."""

    player: int
    active: bool


@dataclass(frozen=True, slots=True)
class GoldFact:
    """Gold in a Family Estate."""

    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class ProvinceGoldFact:
    """Gold on a Province, contested or decided."""

    tile: Tile
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class DieFact:
    """The value of an Income die; its null is 6."""

    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class TokensFact:
    """A player's tokens in a contested Province."""

    tile: Tile
    player: int
    was: int
    now: int


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

    place: int
    was: Tile
    now: Tile


@dataclass(frozen=True, slots=True)
class TurnFact:
    """The player who takes the next action."""

    was: int
    now: int


Fact = GoldFact | ProvinceGoldFact | DieFact | TokensFact | MagistratesFact | GovernorFact | TileFact | TurnFact
