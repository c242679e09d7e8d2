"""Rendered specimens on disk, laid into ever new pictures."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats, Mask, Picture
from models.training.common.shards import make_shards, read_arrays
from models.training.dice.specimens import Specimen, What, covered, die
from models.training.scenes import variety
from models.training.scenes.litter import litter

A_SHARD = 256
"""Specimens in one shard."""


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """Specimens by columns, in the order of :class:`Specimen`'s fields."""

    patch: Picture
    what: NDArray[np.int64]
    digit: NDArray[np.int64]
    pips: NDArray[np.int64]
    frame: Floats
    half_turn: Mask
    across: Floats
    tilt: Floats
    bits: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.what)

    def __getitem__(self, number: int) -> Specimen:
        patch, what, digit, pips, frame, half_turn, across, tilt, bits = (
            getattr(self, field.name)[number] for field in fields(self)
        )
        return Specimen(
            patch, What(what), int(digit), int(pips), frame, bool(half_turn), float(across), float(tilt), int(bits)
        )


Draw = Callable[[np.random.Generator], Specimen]
"""Makes one specimen."""


def specimen(rng: np.random.Generator) -> Specimen:
    """Anything that may lie on a table, cut out."""
    kind = rng.random()
    if kind < variety.LITTER_SHARE:
        return litter(rng)
    made = die(rng)
    return (
        covered(made, rng) if kind < variety.LITTER_SHARE + variety.COVERED_SHARE and made.what != What.OTHER else made
    )


def make_stock(folder: Path, count: int, seed: int, draw: Draw = specimen) -> None:
    """Render ``count`` shards into a folder; those that lie there already are left as they are."""
    make_shards(folder, count, lambda number: make_shard(np.random.default_rng([seed, number]), draw=draw))


def make_shard(rng: np.random.Generator, count: int = A_SHARD, draw: Draw = specimen) -> Stock:
    """Fresh specimens."""
    made = [draw(rng) for _ in range(count)]
    return Stock(*(np.array([getattr(one, field.name) for one in made]) for field in fields(Stock)))


def read_stock(*folders: Path) -> Stock:
    """All shards of these folders together. Raises :class:`FileNotFoundError` where there is none."""
    parts = [read_arrays(folder) for folder in folders]
    return Stock(*(np.concatenate([part[field.name] for part in parts]) for field in fields(Stock)))
