"""What an eye saw, with its doubt: the one observation type of the whole pipeline.

Points are picture pixels, ``(x, y)``, (0, 0) at the outer corner of the top left pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.locale import Message
from companion.pieces import Card, DieKind

Point = tuple[float, float]


class Face(Enum):
    """Which side of a card is up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class CardSighting:
    """A card seen: its whole outline, and what it may be.

    ``candidates`` are kinds of card with their probabilities, best first; they need not add up to 1,
    the rest being "none of these". Empty for a card that lies face down or could not be read at all.
    ``corners`` run clockwise from the card's own top left and are extrapolated where it is covered.
    ``shown`` is the share of what is on its face that was seen there; None where nobody measured it.
    ``track`` stays the same as long as the card is followed from picture to picture; None in a single picture.
    """

    corners: tuple[Point, Point, Point, Point]
    face: Face
    candidates: tuple[tuple[Card, float], ...] = ()
    sure: bool = False
    shown: float | None = None
    track: int | None = None

    @property
    def card(self) -> Card | None:
        return self.candidates[0][0] if self.candidates else None

    @property
    def confidence(self) -> float:
        return self.candidates[0][1] if self.candidates else 0.0


@dataclass(frozen=True, slots=True)
class DieSighting:
    """A die seen: its kind, its centre, and what it may show.

    ``across`` is the diameter of its outline in pixels; ``track`` as a card's.
    """

    kind: DieKind
    center: Point
    candidates: tuple[tuple[int, float], ...] = ()
    sure: bool = False
    across: float = 0.0
    track: int | None = None

    @property
    def value(self) -> int | None:
        return self.candidates[0][0] if self.candidates else None

    @property
    def confidence(self) -> float:
        return self.candidates[0][1] if self.candidates else 0.0


@dataclass(frozen=True, slots=True)
class Sightings:
    """Everything seen in one picture of ``width`` × ``height`` pixels.

    ``doubt`` is what is wrong with the whole picture: nothing in it is sure then.
    """

    width: int
    height: int
    cards: tuple[CardSighting, ...] = ()
    dice: tuple[DieSighting, ...] = ()
    doubt: Message | None = None

    def doubted(self, doubt: Message) -> Sightings:
        """The same with nothing sure, for a picture that is wrong as a whole."""
        cards = tuple(replace(card, sure=False) for card in self.cards)
        return replace(self, cards=cards, dice=tuple(replace(die, sure=False) for die in self.dice), doubt=doubt)
