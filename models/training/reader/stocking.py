"""Specimens rendered by other processes while the reader learns, in shards that it takes up and deletes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.dice.prediction import LEANS, NOTHING, OTHER
from models.training.dice.clutter import clutter
from models.training.dice.specimens import Kind, Specimen, What, covered, made

A_SHARD = 96
"""Specimens in one shard, about."""
BARELY = 0.5
SORTS = ("d10", "d6", "cocked", "other", "tens", "covered", "signs", "clutter")
SHARES = (0.5, 0.13, 0.14, 0.09, 0.03, 0.03, 0.02, 0.06)
"""How often each sort is rendered."""
DIGIT, PIP, AMISS, ANOTHER, NONE = range(5)
"""Shelves: what a specimen teaches."""


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Specimens by columns.

    Pictures (N × 112 × 112 × 4), the digit on top (-1: none), the answers true at every turn as bits, the shelf,
    the frame of the top mark (N × 3 × 2), whether it looks the same upside down, the diameter and the tilt (radians).
    """

    patch: NDArray[np.uint8]
    digit: NDArray[np.int64]
    bits: NDArray[np.int64]
    shelf: NDArray[np.int64]
    frame: NDArray[np.float32]
    half_turn: NDArray[np.bool_]
    across: NDArray[np.float32]
    tilt: NDArray[np.float32]


COLUMNS = tuple(Shard.__dataclass_fields__)


def drawn(sort: str, rng: np.random.Generator) -> tuple[Specimen, tuple[int, ...]]:
    """A specimen of a sort, and the answers that are true of it if it shows no digit and no pips to be read."""
    sides = int(rng.choice([6, 10], p=[0.38, 0.62]))
    barely = bool(rng.random() < BARELY)
    ways: dict[str, Callable[[], tuple[Specimen, tuple[int, ...]]]] = {
        "d10": lambda: (made(Kind(10), rng), ()),
        "d6": lambda: (made(Kind(6), rng), ()),
        "cocked": lambda: (made(Kind(sides, cocked=True, barely=barely), rng), (LEANS,)),
        "other": lambda: (made(Kind(int(rng.choice([8, 12, 20], p=[0.5, 0.25, 0.25]))), rng), (OTHER,)),
        "tens": lambda: (made(Kind(10, tens=True), rng), (OTHER,)),
        "covered": lambda: (covered(made(Kind(sides), rng), rng), (LEANS, OTHER, NOTHING)),
        "signs": lambda: (made(Kind(6, signs=True), rng), (OTHER,)),
        "clutter": lambda: (clutter(rng), (NOTHING,)),
    }
    return ways[sort]()


def row(one: Specimen, answers: Sequence[int]) -> tuple[Any, ...]:
    """A specimen as a row of the columns."""
    digit = one.digit if one.what == What.D10 else -1
    if one.what == What.D6:
        answers = (9 + one.pips,) if one.pips > 0 else (OTHER,)
    shelf = DIGIT if digit >= 0 else PIP if one.what == What.D6 and one.pips > 0 else _shelf(answers)
    bits = 0 if digit >= 0 else sum(1 << answer for answer in answers)
    return one.patch, digit, bits, shelf, one.frame, one.half_turn, one.across, one.tilt


def _shelf(answers: Sequence[int]) -> int:
    return NONE if tuple(answers) == (NOTHING,) else AMISS if LEANS in answers else ANOTHER


def together(rows: Sequence[tuple[Any, ...]]) -> Shard:
    """Rows as a shard."""
    kinds = (np.uint8, np.int64, np.int64, np.int64, np.float32, np.bool_, np.float32, np.float32)
    return Shard(*(np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))


def render(folder: Path, worker: int, seed: int, until: Callable[[], bool]) -> None:
    """Renders shards into a folder until it is time to end; each appears under its name once it is whole."""
    import cv2

    cv2.setNumThreads(1)
    number = 0
    while not until():
        rng = np.random.default_rng([seed, worker, number])
        rows = [row(*drawn(str(rng.choice(SORTS, p=SHARES)), rng)) for _ in range(A_SHARD)]
        shard = together(rows)
        path = folder / f"{worker:02d}-{number:05d}.npz"
        unfinished = folder / f"{path.stem}.part.npz"
        np.savez(unfinished, **{name: getattr(shard, name) for name in COLUMNS})
        unfinished.replace(path)
        number += 1
