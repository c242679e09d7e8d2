"""Tiles kept on disk between the steps of a training run, in shards that are made once each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK
from models.train.cards.decks import Deck
from models.train.cards.scenes import photograph_table

TILE = 352
"""A tile's side in pixels."""

TILES_A_SHARD = 64
SMALLEST, LARGEST = 56.0, 210.0
"""Card widths in pixels that the networks learn."""

SEEN, HIDDEN = 0.7, 0.4
"""A strip counts from the first share visible on; below the second there is none; between, either answer will do."""

CODES: tuple[str, ...] = tuple(card.code for card in DECK)


@dataclass(frozen=True, slots=True)
class Shard:
    """Tiles (N × side × side × 3) and the strips on them: tile number, code number, 4 × 2 corners, visible share."""

    tiles: NDArray[np.uint8]
    tile: NDArray[np.int64]
    code: NDArray[np.int64]
    corners: NDArray[np.float32]
    visible: NDArray[np.float32]


def make_shards(folder: Path, decks: tuple[Deck, ...], count: int, seed: int) -> list[Path]:
    """The paths of ``count`` shards under ``folder``; those that lie there already are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.npz" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            _write(path, make_shard(decks, np.random.default_rng([seed, number])))
    return paths


def make_shard(decks: tuple[Deck, ...], rng: np.random.Generator, tiles: int = TILES_A_SHARD) -> Shard:
    """Fresh tiles: card widths spread evenly over the scale, everything else as the scene likes."""
    pictures, rows = [], []
    for number in range(tiles):
        card = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
        scene = photograph_table(decks, rng, (TILE, TILE), card)
        pictures.append(scene.picture)
        rows += [(number, CODES.index(strip.code), strip.corners, strip.visible) for strip in scene.strips]
    return Shard(
        np.stack(pictures),
        np.array([row[0] for row in rows], np.int64),
        np.array([row[1] for row in rows], np.int64),
        np.array([row[2] for row in rows], np.float32).reshape(-1, 4, 2),
        np.array([row[3] for row in rows], np.float32),
    )


def read_shard(path: Path) -> Shard:
    """A shard as :func:`make_shards` left it."""
    with np.load(path) as kept:
        return Shard(kept["tiles"], kept["tile"], kept["code"], kept["corners"], kept["visible"])


def _write(path: Path, shard: Shard) -> None:
    """Under its own name only when it is whole, so that a run that was stopped can go on."""
    unfinished = path.with_suffix(".part.npz")
    columns = ("tiles", "tile", "code", "corners", "visible")
    np.savez(unfinished, **{column: getattr(shard, column) for column in columns})
    unfinished.replace(path)
