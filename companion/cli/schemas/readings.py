"""What ``see``, ``score`` and ``roll`` print of photos, of a photographed table and of any game's dice."""

from typing import Literal, TypedDict

from companion.games.json_schema import Code
from companion.pieces import DieKind
from companion.table.sightings import Face

Point = tuple[float, float]
"""Pixels of the picture as a viewer shows it, from the outer corner of its top left pixel."""


class Image(TypedDict):
    """A picture as a viewer shows it, after its EXIF orientation."""

    path: str
    """The path as it was passed on the command line."""
    width: int
    height: int


class UnreadImage(TypedDict):
    """A picture that could not be read."""

    path: str
    """The path as it was passed on the command line."""


class SeenCard(TypedDict):
    """A card, or the back of one."""

    card: Code | None
    """The most likely card; null if it is face down or could not be read."""
    face: Face
    confidence: float
    """The probability that it is this card, 0 to 1."""
    sure: bool
    """Whether the reading is certain."""
    corners: tuple[Point, Point, Point, Point]
    """Its whole outline, clockwise from the card's own top left, also where it is covered or leaves the picture."""
    alternatives: list[tuple[Code, float]]
    """All likely cards with their probabilities, most likely first."""


class SeenDie(TypedDict):
    """A die in the picture."""

    kind: DieKind
    value: int | None
    """A d10's 0 face is 10; null where it could not be read."""
    confidence: float
    """The probability of this value, 0 to 1."""
    sure: bool
    """Whether the reading is certain."""
    center: Point


class ReadPhoto(TypedDict):
    """A photo that was read. A photo with nothing on it has empty lists."""

    image: Image
    ms: float
    """The duration of the reading in milliseconds."""
    cards: list[SeenCard]
    dice: list[SeenDie]


class UnreadPhoto(TypedDict):
    """A photo that cannot be read; the exit status is then 2."""

    image: UnreadImage
    error: str
    """The error in one line."""


class TableQuestion(TypedDict):
    """A question that a picture leaves open."""

    id: str
    """A stable id for the same photo; use it with `--answers`."""
    kind: str
    """The kind of question, such as `card` or `near`."""
    text: str
    region: tuple[float, float, float, float]
    """The region of the picture: left, top, right, bottom, in pixels."""
    choices: list[str]
    """The possible answers; empty if another photo is needed."""
    blocks: bool
    """Whether the score may depend on it."""


class ScoreHead(TypedDict):
    """The score of a photographed table, or of a game in its current state."""

    game: str
    preset: str | None
    """The options in force, by preset."""
    players: int
    sure: bool
    """False if something that affects the score is uncertain; `questions` lists it."""
    questions: list[TableQuestion]
    remarks: list[str]
    """Differences from the rules on the table."""


class DiceQuestion(TypedDict):
    """What the camera cannot read."""

    id: str
    kind: str
    text: str
    region: tuple[float, float, float, float] | None
    """The region of the picture: left, top, right, bottom, in pixels."""
    choices: list[str]


class RollInDoubt(TypedDict):
    """The camera sees dice but cannot read them with certainty; the exit status is then 1."""

    source: Literal["camera"]
    dice: None
    question: DiceQuestion
