"""What is known of a table before it is read: answers to a photo's questions, or the game that goes on there.

It enters the reading once: districts first, then, with those known, each column as a whole, and whatever is still
asked after that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.games.magnate.state import District
from companion.locale import Message
from companion.pieces import Card
from companion.questions import UnusableAnswer
from companion.table.card_pose import CardPose
from companion.table.questions import NONE, Place, TableQuestion


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that is known beforehand to lie somewhere; None: no card does."""

    card: Card | None
    said: bool = True
    """Whether it holds against what the table's other cards make likely: a player said it, or it was read so too."""


class GamePrior(Protocol):
    """What is known beforehand."""

    def districts(self, seen: Sequence[CardPose]) -> Sequence[KnownCard | None]:
        """For each card of the row, what is known of it."""

    def of_row(self, row: Sequence[District]) -> GamePrior:
        """What is known once these are the districts, from player 0's left, with their columns as first read."""

    def column(self, places: Sequence[Place], seen: Sequence[CardPose]) -> Sequence[KnownCard | None]:
        """For each card of a column, from the district outwards, what is known of it."""

    def answer(self, question: TableQuestion) -> str | None:
        """The answer to what is asked; None where nothing is known."""

    def check_all_used(self) -> None:
        """Raises :class:`~companion.questions.UnusableAnswer` for what belongs to no place of this table."""


class PhotoAnswers:
    """Answers to the questions about a photo, by their keys, and which of them were used."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._given = dict(given or {})
        self._used: set[str] = set()

    def districts(self, seen: Sequence[CardPose]) -> Sequence[KnownCard | None]:
        return [self._card(Place(number).key("district")) for number in range(len(seen))]

    def of_row(self, row: Sequence[District]) -> PhotoAnswers:
        return self

    def column(self, places: Sequence[Place], seen: Sequence[CardPose]) -> Sequence[KnownCard | None]:
        return [self._card(place.key("card")) for place in places]

    def answer(self, question: TableQuestion) -> str | None:
        """Any card may be named where one is asked for; :class:`UnusableAnswer` for what else is not offered."""
        answer = self._to(question.key)
        if answer is not None and question.kind != "card":
            question.check_offers(answer)
        return answer

    def check_all_used(self) -> None:
        for key in sorted(self._given.keys() - self._used):
            raise UnusableAnswer(
                key, Message("is no question about this photo"), Message("take the ids from the questions printed")
            )

    def _card(self, key: str) -> KnownCard | None:
        answer = self._to(key)
        if answer is None:
            return None
        return KnownCard(None if answer == NONE else Card.parse(answer).kind)

    def _to(self, key: str) -> str | None:
        if key in self._given:
            self._used.add(key)
        return self._given.get(key)
