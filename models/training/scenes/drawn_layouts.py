"""Random card layouts on an endless table: columns, fans, piles and single cards, in card widths."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.pictures.arrays import Matrix
from models.training.common.decks import Deck, Face
from models.training.scenes import variety

ASPECT = 1.4
"""A card's height over its width."""

STRIP = (1 / 6, 150 / 420)
"""Width and height of the index strip in the corner, as shares of the card's."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on the table: the visible face, its centre (x, y) in card widths, its rotation in radians."""

    face: Face
    x: float
    y: float
    turn: float

    def outline(self) -> Matrix:
        """Return the corners (4 × 2), clockwise from the card's own top left."""
        half = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (1.0, ASPECT)
        return half @ rotation(self.turn).T + (self.x, self.y)


def rotation(turn: float) -> Matrix:
    """Return the 2 × 2 matrix that rotates column vectors clockwise where y points down."""
    return np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])


def lay_table(deck: Deck, rng: np.random.Generator, reach: float) -> list[PlacedCard]:
    """Return cards in the order in which they were laid, covering ``reach`` card widths around the origin.

    Groups are on a loose grid along the table's axes; 12 % of tables are an unordered heap.

    Args:
        deck: the deck to draw from, reshuffled whenever it runs out.
        rng: the source of randomness.
        reach: distance to cover, in card widths.

    Returns:
        The placed cards.
    """
    shuffled = _endless(deck, rng)
    if rng.random() < 0.12:
        return _heap(shuffled, rng, reach)
    cards: list[PlacedCard] = []
    tidy = float(rng.choice([0.02, 0.05, 0.12]))
    across, down = rng.uniform(1.1, 1.9), rng.uniform(1.6, 2.9)
    for row in np.arange(-reach, reach + down, down):
        for column in np.arange(-reach, reach + across, across):
            if rng.random() < 0.12:
                continue
            spot = np.array([column + rng.normal(0, 0.06), row + rng.normal(0, 0.1)])
            cards += _group(shuffled, rng, spot, float(rng.integers(4)) * math.pi / 2, tidy)
    return cards


def _endless(deck: Deck, rng: np.random.Generator) -> Iterator[Face]:
    while True:
        for number in rng.permutation(len(deck.fronts)):
            if rng.random() < 0.08:
                yield variety.one_of(rng, deck.backs)
            yield deck.fronts[int(number)]


def _group(faces: Iterator[Face], rng: np.random.Generator, spot: Matrix, turn: float, tidy: float) -> list[PlacedCard]:
    """Return a single card, a column, a row, a fan or a pile of backs."""
    kind = rng.choice(["one", "column", "row", "fan", "pile"], p=[0.3, 0.42, 0.12, 0.1, 0.06])
    if kind == "fan":
        return _fan(faces, rng, spot, turn)
    count = 1 if kind == "one" else int(rng.integers(2, 6))
    visible_share = float(rng.uniform(0.27, 0.45)) * float(rng.choice([-1, 1]))
    step = {"column": (0.0, visible_share * ASPECT), "row": (visible_share, 0.0), "pile": (0.01, -0.008)}.get(
        str(kind), (0.0, 0.0)
    )
    cards = []
    for number in range(count):
        offset = np.array(step) * (number - (count - 1) / 2) + rng.normal(0, tidy * 0.35, 2)
        quarter = math.pi / 2 * float(rng.choice([-1, 1])) if number == count - 1 and rng.random() < 0.2 else 0.0
        x, y = rotation(turn) @ offset + spot
        cards.append(PlacedCard(next(faces), float(x), float(y), turn + quarter + float(rng.normal(0, tidy))))
    return cards


def _fan(faces: Iterator[Face], rng: np.random.Generator, spot: Matrix, turn: float) -> list[PlacedCard]:
    spread = float(rng.uniform(0.2, 0.35)) * float(rng.choice([-1, 1]))
    pivot = float(rng.uniform(0.9, 1.6))
    count = int(rng.integers(3, 7))
    cards = []
    for number in range(count):
        angle = turn + spread * (number - (count - 1) / 2)
        x, y = rotation(angle) @ np.array([0.0, -pivot]) + rotation(turn) @ np.array([0.0, pivot]) + spot
        cards.append(PlacedCard(next(faces), float(x), float(y), angle + float(rng.normal(0, 0.02))))
    return cards


def _heap(faces: Iterator[Face], rng: np.random.Generator, reach: float) -> list[PlacedCard]:
    count = int(reach * reach * float(rng.uniform(1.0, 3.0)))
    spots = rng.uniform(-reach, reach, (count, 2))
    return [PlacedCard(next(faces), float(x), float(y), float(rng.uniform(0, 2 * math.pi))) for x, y in spots]
