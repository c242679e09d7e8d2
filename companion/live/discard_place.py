"""Where the discards lie in the picture, learnt from the cards that were sold."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from companion.pieces import Card
from companion.table.lying import Lying
from companion.table.sightings import CardSighting, Point

NEAR = 0.8
"""How far, in card heights, the top of the discards lies from where it lay."""


class DiscardPlace:
    """Knows nothing at first; then a card that lies elsewhere may only be shown, or laid down for a moment."""

    def __init__(self) -> None:
        self._place: Point | None = None

    def see(self, aside: Sequence[CardSighting], discarded: Collection[Card]) -> None:
        """Cards that lie aside, and those known to be discarded."""
        kinds = {card.kind for card in discarded}
        for card in aside:
            if card.card in kinds:
                self._place = Lying.of(card).centre

    def holds(self, card: Card, aside: Sequence[CardSighting]) -> bool:
        """Whether this card lies with the discards."""
        lying = next((Lying.of(one) for one in aside if one.card == card.kind), None)
        if lying is None or self._place is None:
            return False
        return math.dist(lying.centre, self._place) < NEAR * lying.height
