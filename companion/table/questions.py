"""Questions about what a table's picture leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.locale import Message
from companion.questions import Question, UnusableAnswer
from companion.table.sightings import CardSighting, Sightings

NONE = "none"
"""The answer that no card of the layout is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a layout: the card of the row, the player's side of it, and the number of cards from it.

    >>> Place(2).key("card"), Place(2, 0, 1).key("card")
    ('card-2', 'card-2-0-1')
    """

    number: int
    seat: int | None = None
    depth: int | None = None

    def key(self, kind: str) -> str:
        """Return the key of a question of this kind about this place."""
        return "-".join(str(part) for part in (kind, self.number, self.seat, self.depth) if part is not None)


@dataclass(frozen=True, slots=True)
class TableQuestion(Question):
    """A question about a table; the same picture read again gives it the same key.

    ``blocks``: the score may depend on the answer. A question without choices only says why the table cannot be read.
    """

    card: CardSighting | None = None
    """The sighting of the card; None if no card was detected where one must be."""
    place: Place | None = None


class Answers:
    """Answers to the questions about photos, by key, and which of them were used."""

    unknown = Message("unknown question for these photos")

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self._answers, self._used = dict(answers or {}), set[str]()

    def get(self, key: str) -> str | None:
        """Return the answer to the question with this key."""
        if key in self._answers:
            self._used.add(key)
        return self._answers.get(key)

    def check_all_used(self) -> None:
        """Raise :class:`~companion.questions.UnusableAnswer` for an answer to no question."""
        for key in sorted(self._answers.keys() - self._used):
            raise UnusableAnswer(key, self.unknown, Message("use the ids of the printed questions"))


def doubted(sightings: Sightings) -> tuple[TableQuestion, ...]:
    """Return a question about the whole picture if something is wrong with it: no answer makes its reading certain."""
    return () if sightings.doubt is None else (TableQuestion("photo", "photo", sightings.doubt, ()),)
