"""What ``see`` and ``score`` print of photos, and the answers that ``score`` takes."""

from __future__ import annotations

from typing import TypedDict

from companion.cli.schemas.derive import Code
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


class TableQuestion(TypedDict):
    """What a picture leaves open."""

    id: str
    """Names the same doubt whenever the same photo is read; `--answers` takes it."""
    kind: str
    """`card`, `deed`, `belongs`, `near`, or what no answer settles: `district`, `order`."""
    text: str
    region: tuple[float, float, float, float]
    """Where to look: left, top, right, bottom, in pixels."""
    choices: list[str]
    """The answers; none where another photo is wanted."""
    blocks: bool
    """Whether the score may depend on it."""


class ScoreHead(TypedDict):
    """What a table is worth: of a photo as far as it could be read, of a game as it stands."""

    game: str
    preset: str | None
    """The options in force, by preset."""
    players: int
    sure: bool
    """False where something that matters is in doubt; `questions` say what."""
    questions: list[TableQuestion]
    remarks: list[str]
    """What lies there against the rules."""


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    crowns: list[list[Code]]
    """By player."""
    why: str
    """Who wins and why, in a sentence in English."""
