"""A lesson: a small recorded game of which each move is made by a tap, with a sentence for each step."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message

NEXT = Message("Next")


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One tap, and what the reader must know before it."""

    text: Message
    moves: tuple[str, ...] = ()
    """What the tap does, in the lines of the game's notation."""
    tap: str = ""
    """The spot of the table, or the card of the hand, that is tapped; empty for the button."""
    button: Message = NEXT
    """The label of the button, if that is tapped."""
    hand: tuple[str, ...] = ()
    """The cards in the reader's hand, by their codes."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps of a lesson. The reader sits at the first seat; the last step has no moves."""

    names: tuple[str, ...]
    """The player names, by seat."""
    beginning: str
    """Options and setup, as the game's notation writes them."""
    steps: tuple[LessonStep, ...]
