"""The six suits of the Decktet, in their order of priority (docs/rules/pieces.md)."""

from __future__ import annotations

from enum import Enum

from companion.errors import CompanionError
from companion.locale import Message


class UnknownSuit(CompanionError):
    """A text that names no suit."""


class Suit(Enum):
    """A suit; its value is its letter, and iteration follows the order of priority.

    >>> [suit.value for suit in Suit]
    ['M', 'S', 'W', 'L', 'Y', 'K']
    >>> Suit.parse("K")
    <Suit.KNOTS: 'K'>
    >>> str(Suit.WYRMS)
    'Y'
    """

    MOONS = "M"
    SUNS = "S"
    WAVES = "W"
    LEAVES = "L"
    WYRMS = "Y"
    KNOTS = "K"

    priority: int
    """0 for Moons … 5 for Knots."""

    def __init__(self, letter: str) -> None:
        self.priority = "MSWLYK".index(letter)

    def __str__(self) -> str:
        return str(self.value)

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Return the suit with this letter; raise :class:`UnknownSuit` for other texts."""
        try:
            return cls(text)
        except ValueError:
            raise UnknownSuit(repr(text), Message("unknown suit"), Message("choose from: M, S, W, L, Y, K")) from None

    def wording(self) -> Message:
        """Return the suit's name as a message."""
        return Message(_NAMES[self.value])


_NAMES = {"M": "Moons", "S": "Suns", "W": "Waves", "L": "Leaves", "Y": "Wyrms", "K": "Knots"}
