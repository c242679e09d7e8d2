"""Families of specimens: dice of one make, every face of each seen several times, for an embedding to tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.dice import specimens
from models.training.dice.casting import cast
from models.training.dice.marks import alike_turned
from models.training.dice.materials import drawn
from models.training.dice.solids import drawn_ring, laid, solid
from models.training.dice.specimens import Specimen, What, outline_across, stands_out
from models.training.dice.stock import Stock

A_SHARD = 8
"""Makes in one shard."""
VIEWS = 3
"""Times that every face is seen, each time turned, tilted and lit anew."""
PIPPED = 0.15
"""Share of makes that are pip dice."""


Row = tuple[int, int, Specimen]
"""Numbers of the make and of the face, and what is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Families:
    """Specimens, and for each the numbers of its make and of its face."""

    stock: Stock
    make: NDArray[np.int64]
    face: NDArray[np.int64]

    def drawn(self, makes: int, faces: int, views: int, rng: np.random.Generator) -> list[tuple[int, Specimen]]:
        """Several views of several faces of several makes, each with a number that only the same face has."""
        chosen: list[tuple[int, Specimen]] = []
        for make in rng.choice(np.unique(self.make), makes, replace=False):
            own = self.make == make
            there = np.unique(self.face[own])
            for face in rng.choice(there, min(faces, len(there)), replace=False):
                numbers = np.flatnonzero(own & (self.face == face))
                for number in rng.choice(numbers, min(views, len(numbers)), replace=False):
                    chosen.append((int(make) * 32 + int(face), self.stock[int(number)]))
        return chosen


def make_families(folder: Path, count: int, seed: int) -> list[Path]:
    """The paths of ``count`` shards under ``folder``; those that exist already are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.npz" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            write(path, _makes(number, np.random.default_rng([seed, number, 5])))
    return paths


def read_families(paths: list[Path]) -> Families:
    """All of these shards together."""
    kept = [np.load(path) for path in paths]
    columns = Stock.__dataclass_fields__
    stock = Stock(*(np.concatenate([shard[name] for shard in kept]) for name in columns))
    return Families(stock, *(np.concatenate([shard[name] for shard in kept]) for name in ("make", "face")))


def family(rng: np.random.Generator) -> list[tuple[int, Specimen]]:
    """Every face of one make that stands out, ``VIEWS`` times, with the face's number."""
    sides = 6 if rng.random() < PIPPED else 10
    shape = solid(10, float(rng.uniform(38, 47)), drawn_ring(rng)) if sides == 10 else solid(sides)
    marks = specimens.drawn_marks(shape, sides, False, rng)
    material, roundness = drawn(rng), specimens.drawn_roundness(sides, shape, rng)
    body = int(rng.integers(2**31))
    views = []
    for face, value in enumerate(shape.values):
        if marks.told != "pips" and value == 10 and sides == 6:
            continue
        for _ in range(VIEWS):
            view, light = specimens.drawn_view(shape, rng), specimens.drawn_light(rng)
            pose = laid(shape, face, float(rng.uniform(0, 2 * np.pi)))
            # The body's pattern is the make's own: the same generator every time.
            patch = cast(shape, pose, marks, material, view, light, roundness, np.random.default_rng(body))
            frame = specimens.mark_frame(shape, pose, marks, face, view)
            if not stands_out(patch, marks.masks[face], frame):
                continue
            pips = marks.told == "pips"
            half = pips or (value % 10 in (0, 1, 8) and alike_turned(marks.masks[face]))
            what = What.D6 if sides == 6 else What.D10
            shown = (-1, value) if pips else (value % 10, -1)
            views.append((face, Specimen(patch, what, *shown, frame, half, outline_across(patch[..., 3]), view.tilt)))
    return views


def _makes(shard: int, rng: np.random.Generator) -> list[Row]:
    """A shard's makes, each with enough faces that stand out."""
    rows: list[Row] = []
    for make in range(A_SHARD):
        while len(views := family(rng)) < 4 * VIEWS:
            pass
        rows += [(shard * A_SHARD + make, face, one) for face, one in views]
    return rows


def write(path: Path, rows: Sequence[Row]) -> None:
    """Writes makes, faces and specimens; under its own name only when the file is whole."""
    columns: dict[str, Any] = {
        name: np.array([getattr(one, name) for _, _, one in rows]) for name in Stock.__dataclass_fields__
    }
    columns |= {"make": np.array([row[0] for row in rows]), "face": np.array([row[1] for row in rows])}
    unfinished = path.with_suffix(".part.npz")
    np.savez(unfinished, **columns)
    unfinished.replace(path)
