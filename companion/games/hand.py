"""What the cards of a hand could do, for players who note theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.locale import Message
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class CardOption:
    """What a card could do now: a sentence, and the move if it can be made at once."""

    text: Message
    move: Any = None


@dataclass(frozen=True, slots=True)
class Hand:
    """One game's knowledge of hands."""

    cards: Callable[[Any], Sequence[Card]]
    """Returns the cards that may be in a hand."""
    options: Callable[[Any, Sequence[str], int, Card], Iterable[CardOption]]
    """Returns what a card could do if it were this seat's turn; the names are by seat."""
