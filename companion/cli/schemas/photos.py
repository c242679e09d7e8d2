"""What ``see`` and ``score`` print of photos, and the answers that ``score`` takes."""

from __future__ import annotations

from typing import TypedDict

from companion.games.json_schema import Code
from companion.pieces import DieKind
from companion.table.sightings import Face

Point = tuple[float, float]
"""Pixels of the picture as a viewer shows it, from the outer corner of its top left pixel."""


class Image(TypedDict):
    """A picture as a viewer shows it, after its EXIF orientation."""

    path: str
    """As it was given."""
    width: int
    height: int


class UnreadImage(TypedDict):
    """A picture that was not read."""

    path: str
    """As it was given."""


class SeenCard(TypedDict):
    """A card, or the back of one."""

    card: Code | None
    """The card that it is taken for; null for one that lies face down or could not be read."""
    face: Face
    confidence: float
    """How likely it is that card, 0 to 1."""
    sure: bool
    """Whether the reader would not ask a player."""
    corners: tuple[Point, Point, Point, Point]
    """Its whole outline, clockwise from the card's own top left, also where it is covered or leaves the picture."""
    alternatives: list[tuple[Code, float]]
    """What else it may be, each with its chance, the likeliest first."""


class SeenDie(TypedDict):
    """A die that lies there."""

    kind: DieKind
    value: int | None
    """A d10's 0 face is 10; null where it could not be read."""
    confidence: float
    """How likely it shows that, 0 to 1."""
    sure: bool
    """Whether the reader would not ask a player."""
    center: Point


class ReadPhoto(TypedDict):
    """A photo that was read. A photo with nothing on it has empty lists."""

    image: Image
    ms: float
    """Milliseconds that reading took."""
    cards: list[SeenCard]
    dice: list[SeenDie]


class UnreadPhoto(TypedDict):
    """A photo that cannot be read; the exit status is then 2."""

    image: UnreadImage
    error: str
    """What is wrong with it, in one line."""
