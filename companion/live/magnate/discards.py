"""The cards that are known to be discarded, and where the discards are in the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.moves import Move
from companion.games.magnate.state import State
from companion.games.magnate.turn_moves import discards
from companion.journal.course.course import Course
from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting, Point


@dataclass(frozen=True, slots=True)
class Limits:
    """Where cards are sold."""

    same_pile: float = 0.8
    """Maximum distance of a sold card from the last one, in card heights. Chosen on staged games."""


LIMITS = Limits()

MagnateCourse = Course[State, Move]


class Discards:
    """The cards sold since the last reshuffle, and those that were aside at first."""

    def __init__(self) -> None:
        self._initial: tuple[int, frozenset[Card]] | None = None
        """The cards that were aside at first, and the number of reshuffles then."""
        self._place: Point | None = None

    def known(self, course: MagnateCourse) -> list[Card]:
        """Return the cards that cannot have been discarded since the journal's last move."""
        sold: list[Card] = []
        for step in course.done:
            if step.after.reshuffles > step.before.reshuffles:
                sold.clear()
            sold += discards([step.move])
        if self._initial is not None and self._initial[0] == course.state.reshuffles:
            sold += self._initial[1]
        return sold

    def update(self, loose_cards: Sequence[CardSighting], course: MagnateCourse) -> None:
        """Take the cards that are certainly aside."""
        if self._initial is None:
            initial = frozenset(card.card for card in loose_cards if card.card is not None)
            self._initial = course.state.reshuffles, initial
        kinds = {card.kind for card in self.known(course)}
        for card in loose_cards:
            if card.card in kinds:
                self._place = CardPose.of(card).centre

    def holds(self, card: Card, loose_cards: Sequence[CardSighting]) -> bool:
        """Return whether this card is with the discards; elsewhere it may only be shown, or put down for a moment."""
        pose = next((CardPose.of(one) for one in loose_cards if one.card == card.kind), None)
        if pose is None or self._place is None:
            return False
        return math.dist(pose.centre, self._place) < LIMITS.same_pile * pose.height

    def moved_area(self) -> None:
        """Forget where the discards are: the camera was moved."""
        self._place = None
