"""The six suits of the Decktet, in their order of priority (docs/rules/pieces.md), and amounts of their tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from companion.errors import CompanionError
from companion.locale import Message, Wording, listed


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


_SUITS = tuple(Suit)
_PART = re.compile(r"([MSWLYK])([0-9]{1,9})")
_BY_LETTER = {suit.value: suit for suit in Suit}


class UnreadableTokens(CompanionError):
    """A text or a JSON value that is no amount of tokens."""


class NotEnoughTokens(CompanionError):
    """A payment of more tokens than there are."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The number of tokens of each suit, never negative.

    >>> purse = Tokens.parse("M2W1K3")
    >>> purse[Suit.KNOTS], purse.total
    (3, 6)
    >>> str(purse + Tokens.of(Suit.SUNS)), str(Tokens())
    ('M2S1W1K3', '0')
    """

    counts: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if min(self.counts) < 0:
            raise NotEnoughTokens("tokens", Message("an amount cannot be negative"))

    @classmethod
    def of(cls, *suits: Suit) -> Tokens:
        """Return one token for each suit named; a suit may be named more than once."""
        counts = [0] * 6
        for suit in suits:
            counts[suit.priority] += 1
        m, s, w, l, y, k = counts  # noqa: E741
        return cls((m, s, w, l, y, k))

    @classmethod
    def from_counts(cls, counts: Mapping[Suit, int]) -> Tokens:
        """Return the amount with these numbers by suit; a suit left out counts as none."""
        m, s, w, l, y, k = (counts.get(suit, 0) for suit in _SUITS)  # noqa: E741
        return cls((m, s, w, l, y, k))

    @classmethod
    def parse(cls, text: str) -> Tokens:
        """Read ``M2W1K3`` (``0`` or an empty text: none); raise :class:`UnreadableTokens` for other texts."""
        if text in ("", "0"):
            return cls()
        parts = _PART.findall(text)
        letters = [letter for letter, _ in parts]
        if "".join(letter + count for letter, count in parts) != text or len(set(letters)) != len(letters):
            raise UnreadableTokens(
                repr(text),
                Message("not an amount of tokens"),
                Message("write each suit once with its number, such as M2W1K3"),
            )
        return cls.from_counts({Suit(letter): int(count) for letter, count in parts})

    @classmethod
    def from_json(cls, document: object) -> Tokens:
        """Read ``{"M": 2, …}``, a suit left out counting as none; raise :class:`UnreadableTokens` for other values."""
        if not isinstance(document, Mapping):
            raise UnreadableTokens(repr(document), Message("must be an object of numbers by suit letter"))
        for letter, count in document.items():
            if letter not in _BY_LETTER or type(count) is not int or count < 0:
                raise UnreadableTokens(
                    f"{letter!r}: {count!r}", Message("must be a suit letter with a number of 0 or more")
                )
        m, s, w, l, y, k = (document.get(letter, 0) for letter in _BY_LETTER)  # noqa: E741
        return cls((m, s, w, l, y, k))

    def to_json(self) -> dict[str, int]:
        """Return the number of every suit by its letter."""
        return dict(zip(_BY_LETTER, self.counts, strict=True))

    def __str__(self) -> str:
        return "".join(f"{suit}{count}" for suit, count in self.items() if count) or "0"

    def __getitem__(self, suit: Suit) -> int:
        return self.counts[suit.priority]

    def __iter__(self) -> Iterator[int]:
        return iter(self.counts)

    def __bool__(self) -> bool:
        return any(self.counts)

    def items(self) -> Iterator[tuple[Suit, int]]:
        """Return the suits with their numbers, in order of priority."""
        return zip(_SUITS, self.counts, strict=True)

    @property
    def total(self) -> int:
        """The number of all tokens."""
        return sum(self.counts)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits with at least one token."""
        return tuple(suit for suit, count in self.items() if count)

    def __add__(self, other: Tokens) -> Tokens:
        a, b = self.counts, other.counts
        return Tokens((a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]))

    def __sub__(self, other: Tokens) -> Tokens:
        """Return the difference; :class:`NotEnoughTokens` names the suit that falls short."""
        a, b = self.counts, other.counts
        for suit, mine, theirs in zip(_SUITS, a, b, strict=True):
            if mine < theirs:
                values: Wording = {"needed": theirs, "suit": suit, "held": mine}
                raise NotEnoughTokens(str(other), Message("needs {needed} {suit}, but there are {held}", values))
        return Tokens((a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]))

    def __mul__(self, times: int) -> Tokens:
        m, s, w, l, y, k = self.counts  # noqa: E741
        return Tokens((m * times, s * times, w * times, l * times, y * times, k * times))

    def covers(self, other: Tokens) -> bool:
        """Return whether ``other`` is no more than this amount, suit by suit."""
        a, b = self.counts, other.counts
        return (
            a[0] >= b[0] and a[1] >= b[1] and a[2] >= b[2] and a[3] >= b[3] and a[4] >= b[4] and a[5] >= b[5]
        )  # written out: a fold asks this more often than anything else

    def only(self, suits: Iterable[Suit]) -> Tokens:
        """Return the tokens of these suits alone."""
        counts = [0] * 6
        for suit in suits:
            counts[suit.priority] = self.counts[suit.priority]
        m, s, w, l, y, k = counts  # noqa: E741
        return Tokens((m, s, w, l, y, k))

    def wording(self) -> Message:
        """Return ``2 Suns and 1 Knot``, or ``nothing``."""
        parts = [_counted(suit, count) for suit, count in self.items() if count]
        return listed(parts) if parts else Message("nothing")


def _counted(suit: Suit, n: int) -> Message:
    match suit:
        case Suit.MOONS:
            return Message("{n} Moon", {"n": n}, "{n} Moons", "n")
        case Suit.SUNS:
            return Message("{n} Sun", {"n": n}, "{n} Suns", "n")
        case Suit.WAVES:
            return Message("{n} Wave", {"n": n}, "{n} Waves", "n")
        case Suit.LEAVES:
            return Message("{n} Leaf", {"n": n}, "{n} Leaves", "n")
        case Suit.WYRMS:
            return Message("{n} Wyrm", {"n": n}, "{n} Wyrms", "n")
        case Suit.KNOTS:
            return Message("{n} Knot", {"n": n}, "{n} Knots", "n")
