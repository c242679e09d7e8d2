"""The 45 cards of the extended Decktet (docs/rules/pieces.md), their codes within texts, and their spoken names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from companion.errors import CompanionError
from companion.locale import Message, Wording, listed
from companion.pieces.suits import Suit


class UnknownCard(CompanionError):
    """A text that names no card of the Decktet."""


class Rank(Enum):
    """A card's rank; the value is its character in a card's code."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    PAWN = "P"
    COURT = "T"
    CROWN = "C"
    EXCUSE = "X"

    def __init__(self, code: str) -> None:
        self.number = int(code) if code.isdigit() else None
        """The printed number 2…9, or None for a rank that has none (an Ace included)."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, eq=False)
class Card:
    """A card: its rank, its suits in priority order, and which copy it is if two decks are in play.

    Two copies of a card are different cards in a journal and the same :attr:`kind` on the table.

    >>> mountain = Card.parse("4MS")
    >>> str(mountain), mountain.name
    ('4MS', 'The Mountain')
    >>> Card.parse("4MS#2").kind == mountain
    True
    """

    rank: Rank
    suits: tuple[Suit, ...]
    copy: int = 1

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card with this code: ``4MS``, ``AM``, ``X``, ``4MS#2``.

        Raises :class:`UnknownCard` for any other text.
        """
        code, mark, copy = text.partition("#")
        known = _BY_CODE.get(code)
        if known is None or mark + copy not in ("", "#2"):
            raise UnknownCard(
                repr(text),
                Message("unknown card"),
                Message("write a rank and its suits in order, such as 4MS, AM, CK, PSWK or X"),
            )
        return known if not copy else cls(known.rank, known.suits, 2)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.rank is other.rank and self.suits == other.suits and self.copy == other.copy

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Hashing the parts anew costs more than all else that rules do with a card.
        return hash((self.code, self.copy))

    def __str__(self) -> str:
        return self.code if self.copy == 1 else f"{self.code}#{self.copy}"

    def __repr__(self) -> str:
        return f"Card({self})"

    @cached_property
    def code(self) -> str:
        """Rank and suits, without the copy."""
        return self.rank.value + "".join(suit.value for suit in self.suits)

    @property
    def kind(self) -> Card:
        """The first copy of this card: the two look the same on the table."""
        return self if self.copy == 1 else _BY_CODE[self.code]

    @property
    def name(self) -> str:
        """Its English name, ``The Mill``."""
        return _NAMES[self.code]

    def wording(self) -> Message:
        """Return the card's name as a message."""
        return Message(self.name)

    def shares_suit_with(self, other: Card) -> bool:
        """Return whether the two cards have a suit in common."""
        return any(suit in other.suits for suit in self.suits)

    @property
    def is_property(self) -> bool:
        """Whether it is a card that players draw and play: an Ace, a number or a Court."""
        return self.rank not in (Rank.PAWN, Rank.CROWN, Rank.EXCUSE)


_NAMES = {
    "X": "The Excuse",
    "AM": "Ace of Moons",
    "AS": "Ace of Suns",
    "AW": "Ace of Waves",
    "AL": "Ace of Leaves",
    "AY": "Ace of Wyrms",
    "AK": "Ace of Knots",
    "2MK": "The Author",
    "2SY": "The Desert",
    "2WL": "The Origin",
    "3MW": "The Journey",
    "3SK": "The Painter",
    "3LY": "The Savage",
    "4MS": "The Mountain",
    "4WL": "The Sailor",
    "4YK": "The Battle",
    "5ML": "The Forest",
    "5SW": "The Discovery",
    "5YK": "The Soldier",
    "6MW": "The Lunatic",
    "6SY": "The Penitent",
    "6LK": "The Market",
    "7ML": "The Chance Meeting",
    "7SK": "The Castle",
    "7WY": "The Cave",
    "8MS": "The Diplomat",
    "8WL": "The Mill",
    "8YK": "The Betrayal",
    "9MS": "The Pact",
    "9WY": "The Darkness",
    "9LK": "The Merchant",
    "PMSL": "The Harvest",
    "PMYK": "The Watchman",
    "PSWK": "The Light Keeper",
    "PWLY": "The Borderland",
    "TMWK": "The Consul",
    "TMLY": "The Rite",
    "TSWY": "The Island",
    "TSLK": "The Window",
    "CM": "The Huntress",
    "CS": "The Bard",
    "CW": "The Sea",
    "CL": "The End",
    "CY": "The Calamity",
    "CK": "The Windfall",
}

DECK: tuple[Card, ...] = tuple(Card(Rank(code[0]), tuple(Suit(letter) for letter in code[1:])) for code in _NAMES)
"""Every card once: the Excuse, Aces, 2–9, Pawns, Courts, Crowns."""

_BY_CODE = {card.code: card for card in DECK}


_CODE = re.compile(r"\b[A-Z0-9]{1,5}(?:#\d)?\b")


def split_cards(text: str) -> list[str | Card]:
    """Return a text in parts, with the cards in place of their codes.

    >>> split_cards("Ann lays 4MS open.")
    ['Ann lays ', Card(4MS), ' open.']
    """
    parts, end = list[str | Card](), 0
    for found in _CODE.finditer(text):
        card = _card(found[0])
        if card is not None:
            parts += [text[end : found.start()], card]
            end = found.end()
    return [*parts, text[end:]]


def _card(code: str) -> Card | None:
    if code.isdigit() or (len(code) < 2 and code != "X"):
        return None
    try:
        return Card.parse(code)
    except UnknownCard:
        return None


def describe_card(card: Card) -> Message:
    """Return a card's name for people who listen: its name, rank and suits.

    >>> str(describe_card(Card.parse("7SK"))), str(describe_card(Card.parse("AM")))
    ('The Castle, 7 of Suns and Knots', 'Ace of Moons')
    """
    if card.rank in (Rank.ACE, Rank.EXCUSE):
        return card.wording()
    values: Wording = {"card": card, "suits": listed(card.suits)}
    if card.rank.number is not None:
        return Message("{card}, {rank} of {suits}", {**values, "rank": card.rank.number})
    kinds = {
        Rank.CROWN: Message("{card}, Crown of {suits}", values),
        Rank.PAWN: Message("{card}, Pawn of {suits}", values),
        Rank.COURT: Message("{card}, Court of {suits}", values),
    }
    return kinds[card.rank]
