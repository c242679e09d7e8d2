"""The 56 pieces of a piecepack (docs/rules/pieces.md). Its suits are not the Decktet's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Self

from companion.errors import CompanionError
from companion.locale import Message, Wording


class UnknownPiece(CompanionError):
    """A text that names no piece of this kind."""


class Suit(Enum):
    """A suit; its value is its letter.

    >>> [str(suit) for suit in Suit]
    ['S', 'M', 'C', 'A']
    """

    SUNS = "S"
    MOONS = "M"
    CROWNS = "C"
    ARMS = "A"

    def __str__(self) -> str:
        return self.value

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Return the suit with this letter; raise :class:`UnknownPiece` for other texts."""
        try:
            return cls(text)
        except ValueError:
            raise UnknownPiece(
                repr(text), Message("unknown piecepack suit"), Message("choose from: S, M, C, A")
            ) from None

    def wording(self) -> Message:
        """Return the suit's name as a message."""
        return {
            Suit.SUNS: Message("Suns"),
            Suit.MOONS: Message("Moons"),
            Suit.CROWNS: Message("Crowns"),
            Suit.ARMS: Message("Arms"),
        }[self]


class Face(Enum):
    """A face of a tile, a coin or a die; the value is its character in a code. A game decides what it counts.

    >>> Face.NULL, str(Face.ACE)
    (<Face.NULL: '0'>, '1')
    """

    NULL = "0"
    ACE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"

    def __str__(self) -> str:
        return self.value

    def wording(self) -> Message:
        """Return the face's name as a message."""
        if self is Face.NULL:
            return Message("null")
        if self is Face.ACE:
            return Message("ace")
        return Message("{n}", {"n": int(self.value)})


class _Coded:
    """A piece with a code."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the piece of this kind with this code; raise :class:`UnknownPiece` for other texts."""
        piece = _BY_CODE.get(text)
        if not isinstance(piece, cls):
            raise UnknownPiece(repr(text), *_UNKNOWN[cls])
        return piece


@dataclass(frozen=True, slots=True)
class Tile(_Coded):
    """One of the 24 tiles.

    >>> str(Tile.parse("TS0")), str(Tile.parse("TA4").wording())
    ('TS0', '4 of Arms')
    """

    suit: Suit
    face: Face

    def __str__(self) -> str:
        return f"T{self.suit}{self.face}"

    def wording(self) -> Message:
        """Return the tile's name as a message."""
        values: Wording = {"suit": self.suit.wording()}
        if self.face is Face.NULL:
            return Message("null of {suit}", values)
        if self.face is Face.ACE:
            return Message("ace of {suit}", values)
        return Message("{n} of {suit}", {**values, "n": int(self.face.value)})


@dataclass(frozen=True, slots=True)
class Coin(_Coded):
    """One of the 24 coins: its suit on one side, its face on the other.

    >>> str(Coin.parse("CM3"))
    'CM3'
    """

    suit: Suit
    face: Face

    def __str__(self) -> str:
        return f"C{self.suit}{self.face}"


@dataclass(frozen=True, slots=True)
class PackDie(_Coded):
    """A suit's die, with every face on a side.

    >>> str(PackDie.parse("DC"))
    'DC'
    """

    suit: Suit

    def __str__(self) -> str:
        return f"D{self.suit}"


@dataclass(frozen=True, slots=True)
class Pawn(_Coded):
    """A suit's pawn.

    >>> str(Pawn.parse("PA"))
    'PA'
    """

    suit: Suit

    def __str__(self) -> str:
        return f"P{self.suit}"


Piece = Tile | Coin | PackDie | Pawn

TILES = tuple(Tile(suit, face) for suit in Suit for face in Face)
COINS = tuple(Coin(suit, face) for suit in Suit for face in Face)
DICE = tuple(PackDie(suit) for suit in Suit)
PAWNS = tuple(Pawn(suit) for suit in Suit)
PIECEPACK: tuple[Piece, ...] = (*TILES, *COINS, *DICE, *PAWNS)
"""All 56 pieces."""

_BY_CODE = {str(piece): piece for piece in PIECEPACK}
_UNKNOWN: Mapping[type[_Coded], tuple[Message, Message]] = {
    Tile: (Message("unknown piecepack tile"), Message("use TS0 to TA5")),
    Coin: (Message("unknown piecepack coin"), Message("use CS0 to CA5")),
    PackDie: (Message("unknown piecepack die"), Message("choose from: DS, DM, DC, DA")),
    Pawn: (Message("unknown piecepack pawn"), Message("choose from: PS, PM, PC, PA")),
}
"""By kind of piece: why a text is refused, and what to write."""
