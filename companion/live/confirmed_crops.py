"""Crops of cards that players named, from which a deck can be taught."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from companion.pictures.sources import Frame
from companion.pieces import Card
from companion.table.player_answers import is_same_card
from companion.table.sightings import CardSighting, Sightings
from companion.vision.decks.teaching import rectify_card


@dataclass(frozen=True, slots=True)
class Limits:
    """Which cards can teach a deck."""

    covered: float = 0.05
    """Maximum share of a card that another covers, since the cover would be learnt with it.

    Chosen, not measured; cards that are side by side may seem to overlap a little.
    """


LIMITS = Limits()


class ConfirmedCrops:
    """Crops a card from the newest frame whenever a player names it.

    :meth:`update` and :meth:`add` are a camera thread's ``on_frame`` and a live table's ``on_card_named``. Only the
    cards
    that players name are kept, until somebody takes ``crops``.
    """

    def __init__(self) -> None:
        self._newest: tuple[Frame, Sightings] | None = None
        self.crops: list[tuple[str, Picture]] = []
        """Code and upright BGR picture of each card, in the order in which they were named."""

    def update(self, frame: Frame, known: Sightings) -> None:
        """Set the newest frame and the sightings in it."""
        self._newest = frame, known

    def add(self, card: CardSighting, named: Card) -> None:
        """Crop a card that a player named; a covered card is left out."""
        if self._newest is None:
            return
        frame, known = self._newest
        others = [other for other in known.cards if not is_same_card(card, other)]
        if all(_overlap(card, other) < LIMITS.covered for other in others):
            self.crops.append((named.code, rectify_card(frame.pixels, card.corners)))


def _overlap(card: CardSighting, other: CardSighting) -> float:
    """Return the share of a card's outline that another's covers."""
    mine, theirs = (np.array(one.corners, np.float32) for one in (card, other))
    shared, _ = cv2.intersectConvexConvex(mine, theirs)
    return float(shared) / max(1.0, float(cv2.contourArea(mine)))
