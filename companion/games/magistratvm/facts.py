"""What may lie on the table otherwise than the game thinks. ``was`` is what it thinks, ``now`` what is so."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magistratvm.offices import Office
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody's Magistrate in an Office that is known."""

    player: int
    active: bool


@dataclass(frozen=True, slots=True)
class GoldFact:
    """Gold in a Family Estate."""

    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class LyingGoldFact:
    """Gold on a Province, contested or decided."""

    tile: Tile
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class DieFact:
    """What an Income die shows; its null is 6."""

    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class TokensFact:
    """A player's tokens beside a contested Province."""

    tile: Tile
    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class MagistratesFact:
    """Who is in an Office, and which of them are active."""

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
    """Which tile lies at a place of the circuit, 0 to 5 clockwise from the upper left."""

    place: int
    was: Tile
    now: Tile


@dataclass(frozen=True, slots=True)
class TurnFact:
    """Who takes an action next."""

    was: int
    now: int


Fact = GoldFact | LyingGoldFact | DieFact | TokensFact | MagistratesFact | GovernorFact | TileFact | TurnFact
