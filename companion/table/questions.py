"""What a table's picture leaves open, put as questions that a person can answer at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import CompanionError, within
from companion.locale import Message
from companion.questions import Question
from companion.table.sightings import CardSighting

NONE = "none"
"""The choice that says: no card of the layout lies there."""


class UnusableAnswer(CompanionError):
    """An answer to nothing that was asked, or one that cannot be."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a layout: which card of the row, whose side of it, and how many cards out from it.

    >>> Place(2).key("card"), Place(2, 0, 1).key("card")
    ('card-2', 'card-2-0-1')
    """

    number: int
    seat: int | None = None
    depth: int | None = None

    def key(self, kind: str) -> str:
        """What a question of this kind about this place is called."""
        return "-".join(str(part) for part in (kind, self.number, self.seat, self.depth) if part is not None)


@dataclass(frozen=True, slots=True)
class TableQuestion(Question):
    """Something in doubt about a table; the same picture read again gives it the same key.

    ``blocks``: what the table means may depend on it. One without choices only says what keeps it from being read.
    """

    card: CardSighting | None = None
    """What was seen there; None where nobody saw anything, though a card must lie there."""
    place: Place | None = None


def number_of(answer: str, key: str, choices: int) -> int:
    """Which of so many numbered choices an answer names; :class:`UnusableAnswer` where it names none."""
    numbers = [str(number) for number in range(choices)]
    if answer not in numbers:
        raise _no_answer(key, answer, numbers)
    return int(answer)


def check_offered(question: Question, answer: str) -> None:
    """Raises :class:`UnusableAnswer` for what is none of a question's answers."""
    if not question.offers(answer):
        raise _no_answer(question.key, answer, [choice.answer for choice in question.choices])


def _no_answer(key: str, answer: str, offered: Sequence[str]) -> UnusableAnswer:
    return UnusableAnswer(
        within(key, repr(answer)),
        Message("is no answer to that question"),
        Message("choose one of {choices}", {"choices": ", ".join(offered)}),
    )
