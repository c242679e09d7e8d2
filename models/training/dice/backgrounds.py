"""What dice lie on: tables full of cards, and bare tops and mats, kept on disk once painted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.cards.scenes import photograph_table
from models.training.cards.tabletops import lay_surface
from models.training.common.decks import Deck

SIDE = 352
A_SHARD = 32
BARE = 0.4
"""The share of grounds without cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """Pictures (N × side × side × 3), and how many pixels wide a card is (or would be) on each."""

    pictures: NDArray[np.uint8]
    card: NDArray[np.float32]

    def cut(self, side: int, card: float, rng: np.random.Generator) -> NDArray[np.float32]:
        """A square piece of a random ground on which cards are about ``card`` pixels wide, turned by quarters."""
        number = int(rng.integers(len(self.card)))
        zoom = max(card / float(self.card[number]) * float(np.exp(rng.normal(0, 0.3))), 1.02 * side / SIDE)
        taken = min(SIDE, max(2, round(side / zoom)))
        left, top = (int(value) for value in rng.integers(0, SIDE - taken + 1, 2))
        piece = self.pictures[number, top : top + taken, left : left + taken]
        method = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
        scaled = cv2.resize(
            np.ascontiguousarray(np.rot90(piece, int(rng.integers(4)))), (side, side), interpolation=method
        )
        return np.asarray(scaled, np.float32)


def make_grounds(folder: Path, decks: tuple[Deck, ...], count: int, seed: int) -> list[Path]:
    """The paths of ``count`` shards under ``folder``; those that lie there already are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.npz" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            made = paint(decks, np.random.default_rng([seed, number, 3]))
            unfinished = path.with_suffix(".part.npz")
            np.savez(unfinished, pictures=made.pictures, card=made.card)
            unfinished.replace(path)
    return paths


def paint(decks: tuple[Deck, ...], rng: np.random.Generator, count: int = A_SHARD) -> Grounds:
    """Fresh grounds."""
    pictures, widths = [], []
    for _ in range(count):
        card = float(np.exp(rng.uniform(np.log(56), np.log(200))))
        if rng.random() < BARE:
            pictures.append(np.clip(lay_surface(SIDE, SIDE, rng), 0, 255).astype(np.uint8))
        else:
            pictures.append(photograph_table(decks, rng, (SIDE, SIDE), card).picture)
        widths.append(card)
    return Grounds(np.stack(pictures), np.array(widths, np.float32))


def read_grounds(paths: list[Path]) -> Grounds:
    """All of these shards together."""
    kept = [np.load(path) for path in paths]
    return Grounds(
        np.concatenate([shard["pictures"] for shard in kept]), np.concatenate([shard["card"] for shard in kept])
    )
