"""Shots on disk: pictures of throws with what is true of every die in them, made once and read by the lessons."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.dice.aspects import STEEPEST
from models.training.dice.specimens import What
from models.training.studio.legible import LEGIBLE, legibility
from models.training.studio.seeing import SeenDie, seen
from models.training.studio.throws import Shot, ThrownDie, drawn_shot

SIDE = 448
"""A picture's side in pixels: dice are about 53 of them wide, as wide as in the crops of the upright reader."""
A_SHARD = 2
"""Pictures in one shard."""
CONFUSED = (6, 9)
"""Digits that look like each other upside down: only the faces beside tell, even ones beside a 6 and odd beside a 9."""

Photograph = Callable[[Shot, int], NDArray[np.uint8]]
"""Takes the picture of a shot, so many pixels wide."""


@dataclass(frozen=True, slots=True, eq=False)
class Shots:
    """Pictures (N × side × side × 3), and for every die in them a row of what :class:`SeenDie` says.

    ``picture`` is the number of each die's picture, ``legible`` whether anybody could read its top face.
    """

    pictures: NDArray[np.uint8]
    picture: NDArray[np.int64]
    what: NDArray[np.int64]
    digit: NDArray[np.int64]
    pips: NDArray[np.int64]
    leans: NDArray[np.bool_]
    legible: NDArray[np.bool_]
    frame: NDArray[np.float32]
    neighbours: NDArray[np.float32]
    middle: NDArray[np.float32]
    across: NDArray[np.float32]
    box: NDArray[np.float32]
    tilt: NDArray[np.float32]
    up: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.what)

    def drawn(self, shares: Sequence[float], rng: np.random.Generator) -> int:
        """The number of a die that can be learnt from: a d6, a d10, one that leans or one of another kind, by
        ``shares``. Values come alike often, but for the two that are confused, which come twice as often.

        Raises :class:`ValueError` where no such die is there.
        """
        sort = int(rng.choice(4, p=shares))
        fit = self.legible & (self.tilt < STEEPEST)
        if sort >= What.OTHER:
            fit &= (self.what == What.OTHER) & (self.leans == (sort == What.OTHER))
        else:
            values = self.digit if sort == What.D10 else self.pips
            fit &= self.what == sort
            there = np.unique(values[fit])
            twice = there[np.isin(there, CONFUSED)] if sort == What.D10 else there[:0]
            fit &= values == rng.choice(np.concatenate([there, twice]))
        return int(rng.choice(np.flatnonzero(fit)))


_COLUMNS = tuple(Shots.__dataclass_fields__)


def make_shards(folder: Path, count: int, seed: int, photograph: Photograph, pause: Path | None = None) -> list[Path]:
    """The paths of ``count`` shards under ``folder``; those that lie there already are left as they are.

    No picture is begun while the file ``pause`` exists.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.npz" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            _write(path, make_shard([seed, number], photograph, pause))
            print(f"{path}: {time.strftime('%H:%M:%S')}", flush=True)
    return paths


def make_shard(seed: Sequence[int], photograph: Photograph, pause: Path | None = None, count: int = A_SHARD) -> Shots:
    """Fresh shots."""
    pictures, dice = [], []
    for number in range(count):
        while pause is not None and pause.exists():
            time.sleep(5)
        shot = drawn_shot(np.random.default_rng([*seed, number, 77]))
        picture = photograph(shot, SIDE)
        pictures.append(picture)
        dice += [(number, die, seen(die, shot, SIDE)) for die in shot.dice]
    return _table(np.stack(pictures), dice)


def _table(pictures: NDArray[np.uint8], dice: Sequence[tuple[int, ThrownDie, SeenDie]]) -> Shots:
    seen_dice = [die for _, _, die in dice]

    def column(name: str, kind: type) -> NDArray[np.generic]:
        return np.array([getattr(die, name) for die in seen_dice], kind)

    legible = [legible_on(pictures[number], thrown, die) for number, thrown, die in dice]
    columns = {
        name: column(name, np.float32) for name in ("frame", "neighbours", "middle", "across", "box", "tilt", "up")
    }
    whole = {name: column(name, np.int64) for name in ("what", "digit", "pips")}
    table = {**columns, **whole, "leans": column("leans", np.bool_), "legible": np.array(legible, np.bool_)}
    return Shots(pictures=pictures, picture=np.array([number for number, _, _ in dice], np.int64), **table)  # type: ignore[arg-type]


def legible_on(picture: NDArray[np.uint8], thrown: ThrownDie, die: SeenDie) -> bool:
    """Whether a die lies in the picture whole, and its top mark, where it is asked for one, is told from its body:
    not blurred, in glare, in the dark, or lost among swirls of its own colour."""
    if die.box.min() < 0 or die.box.max() > picture.shape[0]:
        return False
    return die.what not in (What.D6, What.D10) or legibility(picture, thrown, die.frame, die.across) >= LEGIBLE


def read_shards(paths: Sequence[Path]) -> Shots:
    """All of these shards together, smaller pictures continued at their right and below, so that all are alike wide.

    Raises :class:`FileNotFoundError` where there is none.
    """
    kept: dict[str, list[NDArray[np.generic]]] = {name: [] for name in _COLUMNS}
    before = 0
    for path in paths:
        with np.load(path) as shard:
            for name in _COLUMNS:
                kept[name].append(shard[name] + before if name == "picture" else shard[name])
            before += len(shard["pictures"])
    if not kept["what"]:
        raise FileNotFoundError("no picture of the studio is there yet")
    widest = max(lot.shape[1] for lot in kept["pictures"])
    kept["pictures"] = [_continued(lot, widest - lot.shape[1]) for lot in kept["pictures"]]
    return Shots(**{name: np.concatenate(columns) for name, columns in kept.items()})


def _continued(pictures: NDArray[np.generic], by: int) -> NDArray[np.generic]:
    return np.pad(pictures, ((0, 0), (0, by), (0, by), (0, 0)), mode="edge") if by else pictures


def _write(path: Path, shots: Shots) -> None:
    """Under its own name only when it is whole, so that a run that was stopped can go on."""
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **{name: getattr(shots, name) for name in _COLUMNS})
    unfinished.replace(path)
