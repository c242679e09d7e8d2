"""Ground plan of one evening: positions of cards, piles and dice, with random deviations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH
from companion.games.magnate.setup import Setup
from companion.pieces import Card, DieKind
from models.training.scenes.table_layout import (
    CardPlacer,
    LaidCard,
    LaidDie,
    Table,
    column_offset,
    facing_turn,
    place_crowns,
    place_piles,
)

_PILES_DISTANCE = 82.0
"""Distance from the outermost district to the piles, and on the other side to the Crowns, in millimetres."""
_TRAY_WIDTH = 92.0
"""Width of the free table next to the piles, where dice are thrown, in millimetres."""
_MIN_EDGE_DISTANCE = 28.0
"""Minimum distance of dice at rest from the picture's edge, in millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class GroundPlan:
    """How these players lay out their table, in millimetres and degrees."""

    placer: CardPlacer
    pitch: float
    strip: float
    gaps: tuple[float, float]
    deed_turns: tuple[float, float]
    die_size: float
    longest: int
    """Number of cards in the longest column of the game."""

    @classmethod
    def random(cls, longest: int, rng: np.random.Generator) -> GroundPlan:
        """Return a random ground plan."""
        gaps = (float(rng.uniform(6, 11)), float(rng.uniform(6, 11)))
        turns = (float(rng.choice([90, 270])), float(rng.choice([90, 270])))
        return cls(
            CardPlacer(rng),
            pitch=float(rng.uniform(92, 97)),
            strip=float(rng.uniform(0.32, 0.37)) * CARD_HEIGHT,
            gaps=gaps,
            deed_turns=turns,
            die_size=float(rng.uniform(18, 22)),
            longest=longest,
        )

    @property
    def piles_x(self) -> float:
        """The piles' x in millimetres."""
        return -2 * self.pitch - _PILES_DISTANCE

    @property
    def span(self) -> tuple[float, float, float, float]:
        """What the camera must cover: left, top, right, bottom."""
        left = self.piles_x - CARD_WIDTH / 2 - _TRAY_WIDTH
        far = max(
            abs(column_offset(side, self.longest - 1, self.strip, self.gaps[side], deed=False)) for side in (0, 1)
        )
        reach = far + CARD_HEIGHT / 2 + 6
        return left, -reach, 2 * self.pitch + _PILES_DISTANCE + CARD_WIDTH * 1.25, reach

    def opening_table(self, setup: Setup) -> Table:
        """Return the table before the first roll: districts, Crowns, draw pile; the dice are in a hand."""
        cards = [
            self.placer.lay(LaidCard(card, (place - 2) * self.pitch, 0, 0, "district", place))
            for place, card in enumerate(setup.districts)
        ]
        for side, crowns in enumerate(setup.crowns):
            cards += place_crowns(self.placer, crowns, side, 2 * self.pitch + _PILES_DISTANCE)
        return Table((*cards, *place_piles(self.placer, (), self.piles_x, low=False)))

    def place_card(
        self, card: Card, district: int, side: int, position: int, deed: bool, jitter: float = 1.0
    ) -> LaidCard:
        """Return a card put down in a column.

        Args:
            card: the card.
            district: number of the district.
            side: seat of the player.
            position: place in the column.
            deed: whether it is a deed.
            jitter: factor of the usual deviation.

        Returns:
            The card.
        """
        x, y = (district - 2) * self.pitch, column_offset(side, position, self.strip, self.gaps[side], deed)
        turn = self.deed_turns[side] if deed else facing_turn(side)
        usual_jitter, self.placer.jitter = self.placer.jitter, self.placer.jitter * jitter
        placed = self.placer.lay(LaidCard(card, x, y, turn, "deed" if deed else "property", district, side, position))
        self.placer.jitter = usual_jitter
        return placed

    def place_discard(self, card: Card, count: int) -> LaidCard:
        """Return the discard pile with this card on top, ``count`` cards high."""
        return self.placer.lay(LaidCard(card, self.piles_x, 50, 0, "discard", thickness=0.3 * max(count, 2)))

    def place_pile(self, count: int) -> LaidCard:
        """Return the draw pile, ``count`` cards high."""
        return self.placer.lay(LaidCard(None, self.piles_x, -50, 0, "deck", thickness=0.3 * max(count, 2)))

    def place_dice(self, rolled: list[tuple[DieKind, int]], on_table: tuple[LaidDie, ...]) -> list[LaidDie]:
        """Return thrown dice at rest in the tray next to the piles, at a distance from all other dice."""
        rng, rest, room = self.placer.rng, list[LaidDie](), 1.75 * self.die_size
        left, top, _, bottom = self.span
        for kind, value in rolled:
            x = y = 0.0
            for _ in range(500):
                x = float(rng.uniform(left + _MIN_EDGE_DISTANCE, self.piles_x - CARD_WIDTH / 2 - 16))
                if rng.random() < 0.3:
                    x = float(rng.uniform(left + _MIN_EDGE_DISTANCE, self.piles_x + CARD_WIDTH / 2))
                y = float(np.clip(rng.normal(0, 75), top + _MIN_EDGE_DISTANCE, bottom - _MIN_EDGE_DISTANCE))
                near_piles = abs(x - self.piles_x) < CARD_WIDTH / 2 + 16 and abs(y) < 50 + CARD_HEIGHT / 2 + 16
                if not near_piles and all(np.hypot(x - d.x, y - d.y) > room for d in (*rest, *on_table)):
                    break
            spin = float(rng.uniform(0, 360))
            rest.append(LaidDie(kind, value, x, y, spin, self.die_size * (0.85 if kind is DieKind.D6 else 1.0)))
        return rest
