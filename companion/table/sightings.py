"""Sightings of cards and dice with their uncertainty: the one observation type of all rooms.

Points are pixels of the picture, ``(x, y)``, with (0, 0) at the outer corner of the top left pixel.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass, replace
from enum import Enum

from companion.games.documents import Json
from companion.locale import Message
from companion.pieces import Card, DieKind
from companion.table.dice_colours import Colour


class Edge(Enum):
    """An edge of the picture."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"

    @property
    def direction(self) -> tuple[float, float]:
        """The unit vector towards it."""
        return {"bottom": (0.0, 1.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "left": (-1.0, 0.0)}[self.value]

    def turned(self, quarters: int) -> Edge:
        """Return the edge that this one becomes if the picture turns by so many quarters clockwise.

        >>> Edge.BOTTOM.turned(1), Edge.LEFT.turned(3)
        (<Edge.LEFT: 'left'>, <Edge.BOTTOM: 'bottom'>)
        """
        clockwise = (Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT)
        return clockwise[(clockwise.index(self) + quarters) % 4]

    @property
    def opposite(self) -> Edge:
        """The opposite edge.

        >>> Edge.LEFT.opposite
        <Edge.RIGHT: 'right'>
        """
        return {"bottom": Edge.TOP, "right": Edge.LEFT, "top": Edge.BOTTOM, "left": Edge.RIGHT}[self.value]

    @property
    def neighbours(self) -> tuple[Edge, Edge]:
        """The two edges next to it.

        >>> Edge.TOP.neighbours, Edge.LEFT.neighbours
        ((<Edge.RIGHT: 'right'>, <Edge.LEFT: 'left'>), (<Edge.BOTTOM: 'bottom'>, <Edge.TOP: 'top'>))
        """
        return (Edge.RIGHT, Edge.LEFT) if self in (Edge.BOTTOM, Edge.TOP) else (Edge.BOTTOM, Edge.TOP)


LENGTH = 64
"""Numbers of a face; -127 to 127, their root sum of squares is about 127."""


@dataclass(frozen=True, slots=True)
class DieFace:
    """An embedding of a top face by the die reader, the same however the die is turned: 64 signed bytes."""

    code: bytes

    def __post_init__(self) -> None:
        """Check the length; raise :class:`ValueError`."""
        if len(self.code) != LENGTH:
            raise ValueError(f"{len(self.code)} numbers in place of {LENGTH}")

    def __str__(self) -> str:
        """Return the numbers in base 64."""
        return b64encode(self.code).decode()

    @classmethod
    def parse(cls, text: str) -> DieFace:
        """Return the face of a text that ``str`` returned; raise :class:`ValueError` for any other.

        >>> face = DieFace(bytes(range(64)))
        >>> DieFace.parse(str(face)) == face
        True
        """
        return cls(b64decode(text, validate=True))


Point = tuple[float, float]


class Face(Enum):
    """The side of a card that is up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class CardSighting:
    """A card with its whole outline and the cards that it may be.

    ``candidates`` are kinds of card with their probabilities, best first. They need not add up to 1; the rest means
    "none
    of these". Empty for a card that is face down or could not be read.
    ``corners`` run clockwise from the card's own top left, and are extrapolated if it is covered.
    ``shown`` is the visible share of its face; None if it was not measured.
    ``track`` stays the same while the card is followed over frames; None in a single picture.
    """

    corners: tuple[Point, Point, Point, Point]
    face: Face
    candidates: tuple[tuple[Card, float], ...] = ()
    sure: bool = False
    shown: float | None = None
    track: int | None = None

    @property
    def card(self) -> Card | None:
        """The most likely card."""
        return self.candidates[0][0] if self.candidates else None

    @property
    def confidence(self) -> float:
        """The probability of the most likely card."""
        return self.candidates[0][1] if self.candidates else 0.0


@dataclass(frozen=True, slots=True)
class DieSighting:
    """A die with its kind, its centre and the values that it may show.

    ``across`` is the diameter of its outline in pixels; ``track`` is as for a card; ``colour`` is the median colour
    around its centre, None if it was not measured. ``face`` is its top face; a die with one but without candidates is
    of a kind that cannot be read.
    """

    kind: DieKind
    center: Point
    candidates: tuple[tuple[int, float], ...] = ()
    sure: bool = False
    across: float = 0.0
    track: int | None = None
    colour: Colour | None = None
    face: DieFace | None = None

    @property
    def value(self) -> int | None:
        """The most likely value."""
        return self.candidates[0][0] if self.candidates else None

    @property
    def confidence(self) -> float:
        """The probability of the most likely value."""
        return self.candidates[0][1] if self.candidates else 0.0

    @property
    def strange(self) -> bool:
        """Whether it is of a kind that cannot be read."""
        return self.face is not None and not self.candidates


@dataclass(frozen=True, slots=True)
class Sightings:
    """All sightings of one picture of ``width`` × ``height`` pixels.

    ``doubt`` is what is wrong with the whole picture: nothing in it is certain then.
    """

    width: int
    height: int
    cards: tuple[CardSighting, ...] = ()
    dice: tuple[DieSighting, ...] = ()
    doubt: Message | None = None

    def doubted(self, doubt: Message) -> Sightings:
        """Return the sightings with nothing certain, for a picture that is wrong as a whole."""
        cards = tuple(replace(card, sure=False) for card in self.cards)
        return replace(self, cards=cards, dice=tuple(replace(die, sure=False) for die in self.dice), doubt=doubt)


def card_document(card: CardSighting) -> Json:
    """Return a card sighting as JSON."""
    return {
        "card": card.card.code if card.card else None,
        "face": card.face.value,
        "confidence": round(card.confidence, 4),
        "sure": card.sure,
        "corners": [list(point) for point in card.corners],
        "alternatives": [[kind.code, round(share, 4)] for kind, share in card.candidates],
    }


def die_document(die: DieSighting) -> Json:
    """Return a die sighting as JSON."""
    return {
        "kind": die.kind.value,
        "value": die.value,
        "confidence": round(die.confidence, 4),
        "sure": die.sure,
        "center": list(die.center),
    }
