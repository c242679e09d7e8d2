"""The fields of a decision: each has its name, its question, what it allows and what it proposes.

A field writes an answer as a word and reads it again; a word that it does not allow raises ``UnusableAnswer``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any
from urllib.parse import quote, unquote

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens
from companion.questions import UnusableAnswer

BETWEEN = "."
"""Stands between several cards in one word."""


def _nothing_to_say(_value: object) -> None:
    return None


def _none_refused() -> Mapping[str, Message]:
    return {}


def unusable(word: str) -> UnusableAnswer:
    """Return the error of an answer that a decision does not take."""
    return UnusableAnswer(
        repr(word)[:40], Message("not an answer to this question"), Message("choose from the questions shown now")
    )


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards of those ``offered``, between ``least`` and ``most``; ``chosen`` are preselected.

    The answer is a tuple of cards.
    """

    name: str
    text: Message
    offered: tuple[Card, ...]
    least: int = 1
    most: int = 1
    chosen: tuple[Card, ...] = ()
    proposed: tuple[Card, ...] | None = None
    note: Callable[[Card], Message | None] = _nothing_to_say
    """Returns what makes a card a poor choice, if anything does."""

    @property
    def single(self) -> bool:
        """Whether exactly one card is chosen."""
        return self.least == self.most == 1

    def write(self, cards: Sequence[Card]) -> str:
        """Return cards as a word."""
        return BETWEEN.join(map(str, cards))

    def read(self, word: str) -> tuple[Card, ...]:
        """Return the cards of a word."""
        codes, offered = [one for one in word.split(BETWEEN) if one], {str(card): card for card in self.offered}
        if not self.least <= len(codes) <= self.most or len(set(codes)) < len(codes) or not set(codes) <= set(offered):
            raise unusable(word)
        return tuple(offered[one] for one in codes)


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number between these bounds, both included."""

    name: str
    text: Message
    least: int
    most: int
    now: int | None = None
    """The number that is stored, which is shown first."""
    quick: tuple[int, ...] = ()
    """The numbers that are chosen most often, for one tap each."""
    proposed: int | None = None

    def write(self, number: int) -> str:
        """Return a number as a word."""
        return str(number)

    def read(self, word: str) -> int:
        """Return the number of a word."""
        if not is_number(word) or not self.least <= int(word) <= self.most:
            raise unusable(word)
        return int(word)


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several values."""

    name: str
    text: Message
    offered: tuple[Any, ...]
    label: Callable[[Any], Message]
    """Returns the label of a value: what it is, or what follows."""
    proposed: Any = None
    preview: Callable[[Any], Message | Tokens | None] = _nothing_to_say
    """Returns what it costs or gains, in a word."""
    refused: Callable[[], Mapping[Any, Message]] = _none_refused
    """Returns the values that are not allowed, with the reasons."""
    forbidden: Callable[[], Mapping[str, Message]] = _none_refused
    """Returns the spots that a tap cannot choose, with the reasons."""
    seats: bool = False
    """Whether the values are seats."""

    @property
    def is_switch(self) -> bool:
        """Whether it is answered with no or yes, and one of them is proposed."""
        return self.proposed is not None and self.offered == (False, True)

    def write(self, value: Any) -> str:
        """Return a value as a word."""
        return write_value(value)

    def read(self, word: str) -> Any:
        """Return the value of a word."""
        for value in self.offered:
            if write_value(value) == word:
                return value
        raise unusable(word)


def pick_seat(name: str, text: Message, seats: Sequence[int], names: Sequence[str]) -> Pick:
    """Return the choice of a player."""
    return Pick(name, text, tuple(seats), lambda seat: Message("{name}", {"name": names[seat]}), seats=True)


def write_value(value: Any) -> str:
    """Return a value as a word without blanks.

    >>> write_value("place M0 2"), write_value(3), write_value(True)
    ('place_M0_2', '3', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value).replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Die:
    """What a die shows; the answer is the number of its face, from 1."""

    name: str
    text: Message
    faces: tuple[Message, ...]
    proposed: int | None = None
    suits: bool = False
    """Whether its faces are suits."""

    def write(self, face: int) -> str:
        """Return a face as a word."""
        return str(face)

    def read(self, word: str) -> int:
        """Return the face of a word."""
        if not is_number(word) or not 1 <= int(word) <= len(self.faces):
            raise unusable(word)
        return int(word)


@dataclass(frozen=True, slots=True)
class Place:
    """A spot of the table; the answer is its id."""

    name: str
    text: Message
    offered: tuple[str, ...]
    preview: Callable[[str], Message]
    """Returns what follows if a spot is chosen."""
    refused: Callable[[], Mapping[str, Message]] = _none_refused
    """Returns the spots that are not allowed, with the reasons."""
    proposed: str | None = None

    def write(self, spot: str) -> str:
        """Return a spot as a word."""
        return spot

    def read(self, word: str) -> str:
        """Return the spot of a word."""
        if word not in self.offered:
            raise unusable(word)
        return word


@dataclass(frozen=True, slots=True)
class Payment:
    """Tokens of some suits out of a purse, between ``least`` and ``most`` in all."""

    name: str
    text: Message
    suits: tuple[Suit, ...]
    purse: Tokens
    least: int
    most: int
    each: int = 0
    """How many of each suit there must be."""
    proposed: Tokens | None = None
    preview: Callable[[Tokens], Message | None] = _nothing_to_say
    """Returns what follows if these tokens are paid."""

    def write(self, tokens: Tokens) -> str:
        """Return tokens as a word."""
        return str(tokens)

    def read(self, word: str) -> Tokens:
        """Return the tokens of a word."""
        try:
            paid = Tokens.parse(word)
        except CompanionError as error:
            raise unusable(word) from error
        if not self.allows(paid):
            raise unusable(word)
        return paid

    def allows(self, paid: Tokens) -> bool:
        """Return whether these tokens can be paid."""
        enough = self.least <= paid.total <= self.most and all(paid[suit] >= self.each for suit in self.suits)
        return enough and paid.only(self.suits) == paid and self.purse.covers(paid)

    def more(self, paid: Tokens, suit: Suit) -> Tokens | None:
        """Return the payment with one token more of a suit, for one less of the fullest other if need be.

        None if that cannot be paid.
        """
        if self.allows(paid + Tokens.of(suit)):
            return paid + Tokens.of(suit)
        givers = [one for one in self.suits if one is not suit and paid[one] > self.each]
        if not givers:
            return None
        shifted = paid - Tokens.of(max(givers, key=lambda one: paid[one])) + Tokens.of(suit)
        return shifted if self.allows(shifted) else None

    def less(self, paid: Tokens, suit: Suit) -> Tokens | None:
        """Return the payment with one token less of a suit; None if that is too little."""
        left = paid - Tokens.of(suit) if paid[suit] else paid
        return left if paid[suit] and self.allows(left) else None


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text."""

    name: str
    text: Message
    most: int
    """The most characters."""
    proposed: str | None = None

    def write(self, line: str) -> str:
        """Return a text as a word."""
        return quote(line)

    def read(self, word: str) -> str:
        """Return the text of a word."""
        line = unquote(word).strip()
        if not line or len(line) > self.most:
            raise unusable(word)
        return line


Field = Cards | Amount | Pick | Die | Place | Payment | Text
