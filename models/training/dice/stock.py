"""A stock of specimens on disk, rendered once and laid into ever new pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.dice.clutter import clutter
from models.training.dice.specimens import Specimen, What, amiss, covered, die

A_SHARD = 256
"""Specimens in one shard."""
CLUTTER, COVERED = 0.2, 0.04
"""Shares of things that are no dice, and of dice that something covers."""


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """Specimens by columns, in the order of :class:`Specimen`'s fields."""

    patch: NDArray[np.uint8]
    what: NDArray[np.int64]
    digit: NDArray[np.int64]
    pips: NDArray[np.int64]
    frame: NDArray[np.float32]
    half_turn: NDArray[np.bool_]
    across: NDArray[np.float32]
    tilt: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.what)

    def __getitem__(self, number: int) -> Specimen:
        return Specimen(
            self.patch[number],
            What(int(self.what[number])),
            int(self.digit[number]),
            int(self.pips[number]),
            self.frame[number],
            bool(self.half_turn[number]),
            float(self.across[number]),
            float(self.tilt[number]),
        )

    def only(self, chosen: NDArray[np.bool_]) -> Stock:
        return Stock(*(getattr(self, name)[chosen] for name in _COLUMNS))


Draw = Callable[[np.random.Generator], Specimen]
"""Makes one specimen."""

_COLUMNS = tuple(Stock.__dataclass_fields__)


def specimen(rng: np.random.Generator) -> Specimen:
    """Anything that may lie on a table, cut out."""
    kind = rng.random()
    if kind < CLUTTER:
        return clutter(rng)
    made = die(rng)
    return covered(made, rng) if kind < CLUTTER + COVERED and made.what != What.OTHER else made


def make_stock(folder: Path, count: int, seed: int, draw: Draw = specimen) -> list[Path]:
    """The paths of ``count`` shards under ``folder``; those that lie there already are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.npz" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            _write(path, make_shard(np.random.default_rng([seed, number]), draw=draw))
    return paths


def make_amiss(folder: Path, count: int, seed: int) -> list[Path]:
    """The same of dice alone that nobody should read: whether a die lies flat is the hardest to tell."""
    return make_stock(folder, count, seed + 5000, amiss)


def make_shard(rng: np.random.Generator, count: int = A_SHARD, draw: Draw = specimen) -> Stock:
    """Fresh specimens."""
    made = [draw(rng) for _ in range(count)]
    return Stock(
        np.stack([one.patch for one in made]),
        np.array([int(one.what) for one in made], np.int64),
        np.array([one.digit for one in made], np.int64),
        np.array([one.pips for one in made], np.int64),
        np.stack([one.frame for one in made]),
        np.array([one.half_turn for one in made], np.bool_),
        np.array([one.across for one in made], np.float32),
        np.array([one.tilt for one in made], np.float32),
    )


def read_stock(paths: list[Path]) -> Stock:
    """All of these shards together."""
    kept = [np.load(path) for path in paths]
    return Stock(*(np.concatenate([shard[name] for shard in kept]) for name in _COLUMNS))


def _write(path: Path, shard: Stock) -> None:
    """Under its own name only when it is whole, so that a run that was stopped can go on."""
    unfinished = path.with_suffix(".part.npz")
    np.savez(unfinished, **{column: getattr(shard, column) for column in _COLUMNS})
    unfinished.replace(path)
