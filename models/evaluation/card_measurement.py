"""Comparison of the cards read in a picture with its labels.

A picture ``NNN.jpg`` has its labels in ``NNN.json``: ``cards`` with ``card`` (null: face down), ``face``, ``corners``,
``visible`` (share of the card in view) and ``role``, ``district``, ``side``, ``position`` if a game is on the table.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.locale import Message
from companion.table.assignment import nearest_first
from companion.table.sightings import CardSighting, Face, Sightings

SAME_PLACE = 0.2
"""Maximum distance between the centres of a reading and its label, in card heights."""
SHARES = (0.6, 0.3, 0.0)
"""Lower ends of the visible shares that have figures of their own."""


class UnusableLabels(CompanionError):
    """A folder without labelled pictures."""


@dataclass
class CardFigures:
    """Counts over cards face up; ``errors`` are corner errors in card heights."""

    cards: int = 0
    found: int = 0
    right: int = 0
    right_and_sure: int = 0
    wrong: int = 0
    sure_but_wrong: int = 0
    errors: list[float] = field(default_factory=list)


@dataclass
class CardCounts:
    """Counts over pictures: by visible share, false detections, cards face down."""

    by_share: dict[float, CardFigures] = field(default_factory=lambda: {share: CardFigures() for share in SHARES})
    down: int = 0
    down_found: int = 0
    phantoms: int = 0
    sure_phantoms: int = 0
    unread: int = 0
    """Cards face up that were found but not read."""
    taken_for_backs: int = 0
    """Cards face up that were read as face down."""

    @property
    def sure(self) -> int:
        """Number of certain readings of cards face up."""
        known = self.by_share.values()
        return sum(f.right_and_sure + f.sure_but_wrong for f in known) + self.sure_phantoms

    @property
    def sure_wrong(self) -> int:
        """Number of these that were wrong."""
        return sum(f.sure_but_wrong for f in self.by_share.values()) + self.sure_phantoms

    def count(self, sightings: Sightings, labels: Mapping[str, Any]) -> None:
        """Add one picture."""
        truths = labels["cards"]
        pairs = nearest_first(
            (away, i, j)
            for i, truth in enumerate(truths)
            for j, card in enumerate(sightings.cards)
            if (away := distance(card.corners, truth)) < SAME_PLACE
        )
        for number, truth in enumerate(truths):
            self._count_card(truth, sightings.cards[pairs[number]] if number in pairs else None)
        for card in (card for j, card in enumerate(sightings.cards) if j not in pairs.values()):
            self.phantoms += 1
            self.sure_phantoms += card.sure and card.face is Face.UP

    def _count_card(self, truth: Mapping[str, Any], card: CardSighting | None) -> None:
        if truth["card"] is None:
            self.down += 1
            self.down_found += card is not None and card.face is Face.DOWN
            return
        share = next(share for share in SHARES if truth["visible"] >= share)
        figures = self.by_share[share]
        figures.cards += 1
        if card is None:
            return
        figures.found += 1
        self.unread += card.card is None and card.face is Face.UP
        self.taken_for_backs += card.face is Face.DOWN
        right = card.card is not None and card.card.code == truth["card"]
        figures.right += right
        figures.right_and_sure += right and card.sure
        figures.wrong += card.card is not None and not right
        figures.sure_but_wrong += card.sure and not right
        figures.errors.append(_corner_error(card, truth))


def upper_bound(wrong: int, answers: int) -> float:
    """Return the error rate that is not exceeded with 95 % confidence (Clopper and Pearson).

    >>> round(upper_bound(0, 3000), 5)
    0.001
    >>> round(upper_bound(2, 1000), 4)
    0.0063
    """
    low, high = wrong / max(1, answers), 1.0
    for _ in range(60):
        rate = (low + high) / 2
        low, high = (rate, high) if _at_most(wrong, answers, rate) > 0.05 else (low, rate)
    return high


def _at_most(wrong: int, answers: int, rate: float) -> float:
    """Return the probability of at most ``wrong`` errors at this rate."""
    if rate <= 0 or rate >= 1:
        return float(rate <= 0)
    logs = (
        math.lgamma(answers + 1)
        - math.lgamma(k + 1)
        - math.lgamma(answers - k + 1)
        + k * math.log(rate)
        + (answers - k) * math.log1p(-rate)
        for k in range(wrong + 1)
    )
    return sum(math.exp(value) for value in logs)


def distance(corners: NDArray[np.floating] | Sequence[Sequence[float]], truth: Mapping[str, Any]) -> float:
    """Return the distance between the centres of a card's corners and of its label's, in card heights."""
    return math.dist(np.mean(corners, axis=0), np.mean(truth["corners"], axis=0)) / _height(truth)


def _height(truth: Mapping[str, Any]) -> float:
    a, _, _, d = truth["corners"]
    return math.dist(a, d) or 1.0


def _corner_error(card: CardSighting, truth: Mapping[str, Any]) -> float:
    """Return the mean distance of the four corners, either way up, in card heights."""
    there, here = np.array(truth["corners"], float), np.array(card.corners)
    either = [float(np.hypot(*(np.roll(there, turn, axis=0) - here).T).mean()) for turn in (0, 2)]
    return min(either) / _height(truth)


def labelled(folder: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return the labelled pictures of a folder with their labels.

    Args:
        folder: the folder.

    Returns:
        Paths of pictures, and their labels.

    Raises:
        UnusableLabels: if there are none.
    """
    found = []
    for labels in sorted(folder.glob("*.json")):
        document = json.loads(labels.read_text(encoding="utf-8"))
        if document["cards"] or document.get("dice"):
            found.append((folder / document["image"], document))
    if not found:
        raise UnusableLabels(
            str(folder),
            Message("holds no labelled picture of cards"),
            Message("give a folder with NNN.jpg and NNN.json"),
        )
    return found


Columns = dict[tuple[int, int], tuple[tuple[str, ...], str | None]]


def true_layout(labels: Mapping[str, Any]) -> tuple[tuple[str, ...], Columns]:
    """Return the labelled layout: districts from player 0's left, and properties and deed by district and player."""
    cards = labels["cards"]
    row = tuple(c["card"] for c in sorted((c for c in cards if c["role"] == "district"), key=lambda c: c["district"]))
    columns: Columns = {}
    standing = [c for c in cards if c["role"] in ("property", "deed")]
    for card in sorted(standing, key=lambda c: c["position"]):
        place = (card["district"], card["side"])
        properties, deed = columns.get(place, ((), None))
        if card["role"] == "deed":
            columns[place] = (properties, card["card"])
        else:
            columns[place] = ((*properties, card["card"]), deed)
    return row, columns
