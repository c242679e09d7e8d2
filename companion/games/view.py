"""A view: what one viewer may know of a table, as values that every painter can draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.locale import Message
from companion.pieces import Card, Suit
from companion.pieces.piecepack import Tile


class Kind(Enum):
    """A kind of piece."""

    CARD = "card"
    TILE = "tile"
    TOKEN = "token"
    PAWN = "pawn"


class Layout(Enum):
    """How the spots of a region lie next to one another."""

    COLUMNS = "columns"
    """Beside each other, each with a column for every seat that borders on it."""
    ROW = "row"
    GRID = "grid"
    """In rows of two, as one reads."""
    LADDER = "ladder"
    """Below each other, the highest first."""
    SPREAD = "spread"
    """A few pieces that lie open, in no order."""
    PURSE = "purse"
    """Numbers with their names."""
    PILE = "pile"


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, tile, token or pawn that lies on a spot."""

    kind: Kind
    shows: Card | Tile | Suit | None = None
    """What it is; None for a seat's own pieces, and if this viewer may not know it."""
    seat: int | None = None
    """The seat that it belongs to, if it shows that."""
    count: int = 1
    face_down: bool = False
    turned: bool = False
    """Whether it lies a quarter turn: a deed, an inactive Magistrate."""
    marked: bool = False
    """Whether the game is about it now: the card in the auction, the Province that votes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place with a stable id of letters, digits and ``-``, with its pieces and its number."""

    id: str
    label: Message
    pieces: tuple[Piece, ...] = ()
    number: int | None = None
    of: int | None = None
    """What the number must reach."""
    seat: int | None = None
    """The seat whose place it is."""
    leads: bool = False
    """Whether its seat is ahead here."""
    note: Message | None = None
    spots: tuple[Spot, ...] = ()
    """The places that belong to it: the columns of a district, the spaces of an Office."""

    def every(self) -> Iterator[Spot]:
        """Yield this spot and those that belong to it."""
        yield self
        for spot in self.spots:
            yield from spot.every()


TURN = "turn"
"""The id of the spot that says whose turn it is. It lies with the current player's name, and in no region."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the table: the middle, or what lies in front of a seat."""

    label: Message
    layout: Layout
    spots: tuple[Spot, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """How near the end of the game is."""

    number: int
    text: Message
    urgent: bool = False
    """Whether everybody at the table should know."""


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know of a table."""

    names: tuple[str, ...]
    """The player names, by seat."""
    regions: tuple[Region, ...]
    current: int | None = None
    """The seat of the current player; None once the game is over."""
    clock: Clock | None = None
    remarks: tuple[Message, ...] = ()
    """Sentences that no spot says: the result, what all players must watch for."""

    def spots(self) -> Iterator[Spot]:
        """Yield every spot."""
        for region in self.regions:
            for spot in region.spots:
                yield from spot.every()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened between two views, for the eye."""

    target: str | None
    """The id of the spot where it happened or to which pieces went; None if they left the table."""
    source: str | None = None
    """The spot that the pieces came from; None if that was not on the table."""
    piece: Piece | None = None
    """What moved; None if the spot's number changed."""
    count: int = 1
    """The number of pieces, or by how much the number changed."""


def changes(before: View, after: View) -> tuple[Event, ...]:
    """Return what happened between two views: numbers that changed, then pieces that moved, came or left."""
    old, new = ({spot.id: spot for spot in view.spots()} for view in (before, after))
    events = [Event(one, count=step) for one, step in steps(before, after).items()]
    lost, gained = _pieces(old), _pieces(new)
    lost, gained = lost - gained, gained - lost
    for target, piece in gained:
        for source in [one for one, left in lost if left == piece]:
            moved = min(gained[target, piece], lost[source, piece])
            lost[source, piece] -= moved
            gained[target, piece] -= moved
            events += [Event(target, source, piece, moved)] if moved else []
    events += [Event(target, None, piece, count) for (target, piece), count in gained.items() if count]
    events += [Event(None, source, piece, count) for (source, piece), count in lost.items() if count]
    return tuple(events)


def steps(before: View, after: View) -> dict[str, int]:
    """Return by how much numbers changed between two views, by spot."""
    old = {spot.id: spot.number or 0 for spot in before.spots()}
    found = {spot.id: (spot.number or 0) - old[spot.id] for spot in after.spots() if spot.id in old}
    return {spot: step for spot, step in found.items() if step}


def _pieces(spots: dict[str, Spot]) -> Counter[tuple[str, Piece]]:
    """Count the pieces by spot, whatever way they lie."""
    return Counter(
        {
            (one, Piece(piece.kind, piece.shows, piece.seat)): piece.count
            for one, spot in spots.items()
            for piece in spot.pieces
        }
    )


def cards(shown: tuple[Card, ...]) -> tuple[Piece, ...]:
    """Return cards that lie face up."""
    return tuple(Piece(Kind.CARD, card) for card in shown)
