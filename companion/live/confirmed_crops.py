"""What players said cards are, as crops that teach their deck: a correction at the table that can be kept."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.pieces import Card
from companion.table.player_answers import is_same_card
from companion.table.sightings import CardSighting, Sightings
from companion.vision.arrays import Picture
from companion.vision.decks.teaching import rectify_card
from companion.vision.sources import Frame


@dataclass(frozen=True, slots=True)
class Limits:
    """Which cards teach a deck."""

    covered: float = 0.05
    """The share of a card that another may overlap: what covers it would be learnt with it. Chosen, not measured;
    cards that lie side by side may seem to overlap a little."""


LIMITS = Limits()


class ConfirmedCrops:
    """Cuts a card out of the newest frame whenever a player says which it is.

    :meth:`see` and :meth:`keep` are an eye's ``sees`` and a live table's ``keep``. Nothing of a picture is kept but
    the cards that players name, and those only until somebody takes ``crops``.
    """

    def __init__(self) -> None:
        self._newest: tuple[Frame, Sightings] | None = None
        self.crops: list[tuple[str, Picture]] = []
        """Code and BGR pixels, upright, in the order in which they were said."""

    def update(self, frame: Frame, known: Sightings) -> None:
        """The newest frame and what is known to lie there."""
        self._newest = frame, known

    def add(self, card: CardSighting, named: Card) -> None:
        """A player says which card this is. One that others overlap teaches nothing."""
        if self._newest is None:
            return
        frame, known = self._newest
        others = [other for other in known.cards if not is_same_card(card, other)]
        if all(_overlap(card, other) < LIMITS.covered for other in others):
            self.crops.append((named.code, rectify_card(frame.pixels, card.corners)))


def _overlap(card: CardSighting, other: CardSighting) -> float:
    """The share of a card's outline that lies within another's."""
    mine, theirs = (np.array(one.corners, np.float32) for one in (card, other))
    shared, _ = cv2.intersectConvexConvex(mine, theirs)
    return float(shared) / max(1.0, float(cv2.contourArea(mine)))
