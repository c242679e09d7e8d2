"""Where cards must lie by the rules' counts: six Crowns, and five districts, lie in equal steps.

If the finder lost one, the others show where it is. In a row, a column and an arc alike, one motion on the table leads
from each card to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from companion.pieces import DECK, Rank
from companion.vision.arrays import Matrix
from companion.vision.cards.card_plane import CARD, CardPlane
from companion.vision.cards.strip_pairing import STRIP, IndexedCard

GROUPS = (
    frozenset(number for number, card in enumerate(DECK) if card.rank is Rank.CROWN),
    frozenset(number for number, card in enumerate(DECK) if card.rank in (Rank.PAWN, Rank.EXCUSE)),
)
"""Cards, by their numbers in ``DECK``, of which every table of Magnate shows all: the Crowns and the districts."""


def missing_cards(cards: Sequence[IndexedCard], clear: float) -> Iterator[tuple[frozenset[int], list[IndexedCard]]]:
    """Yield the missing cards of each group of which some were read, with those that were.

    Args:
        cards: The cards that were read.
        clear: Probability from which one counts as read.
    """
    for group in GROUPS:
        read = [card for card in cards if card.best in group and card.confidence >= clear]
        missing = group - {card.best for card in read}
        if missing and len(read) > 1:
            yield missing, read


def expected_strips(plane: CardPlane, cards: Sequence[IndexedCard]) -> Matrix:
    """Return where index strips of the missing card may lie (N × 4 × 2 pixels), both ends of each place.

    Args:
        plane: The table.
        cards: The cards of one group that were read: from each the nearest one shows the step.
    """
    poses = [_pose(plane.on_table(card.corners)) for card in cards]
    strips = []
    for number, one in enumerate(poses):
        others = [other for place, other in enumerate(poses) if place != number]
        nearest = min(others, key=lambda other: float(np.hypot(*(other - one)[:2, 2])))
        step = np.linalg.inv(one) @ nearest
        for place in (one @ np.linalg.inv(step), one @ _half(step)):
            strips += [plane.in_picture(_moved(place, end)) for end in (STRIP, CARD[2] - STRIP)]
    return np.array(strips)


def _pose(outline: Matrix) -> Matrix:
    """Return the motion (3 × 3) that leads a card's centre and direction from the origin to an outline's."""
    x, y = outline.mean(axis=0)
    along = outline[3] + outline[2] - outline[0] - outline[1]
    return _motion(float(np.arctan2(-along[0], along[1])), float(x), float(y))


def _motion(turn: float, x: float, y: float) -> Matrix:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])


def _half(step: Matrix) -> Matrix:
    """Return the motion of which two make a step."""
    turn = float(np.arctan2(step[1, 0], step[0, 0])) / 2
    half = _motion(turn, 0, 0)
    half[:2, 2] = np.linalg.solve(np.eye(2) + half[:2, :2], step[:2, 2])
    return half


def _moved(place: Matrix, points: Matrix) -> Matrix:
    """Return points of a card, in its widths, where it lies on the table."""
    return np.asarray((points - CARD.mean(axis=0)) @ place[:2, :2].T + place[:2, 2])
