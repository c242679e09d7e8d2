"""Sightings of cards and dice with their uncertainty: the one observation type of all rooms.

Points are pixels of the picture, ``(x, y)``, with (0, 0) at the outer corner of the top left pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.locale import Message
from companion.pieces import Card, DieKind
from companion.table.dice_colours import Colour
from companion.table.die_face import DieFace

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
