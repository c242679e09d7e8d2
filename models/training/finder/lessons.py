"""What the finder learns from: square pieces of pictures and the dice in them, as ultralytics reads them.

Four sources: tiles with rendered dice, photographs of real dice, pictures without any, and printed cloths, sheets and
cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.vision.arrays import Matrix, Picture
from models.evaluation.labelled_dice import ROUND, LabelledPhoto
from models.training.common.labelled_set import missing_pictures
from models.training.dice.stock import Stock
from models.training.dice.tiles import tile
from models.training.scenes import variety
from models.training.scenes.drawn_layouts import rotation
from models.training.scenes.grounds import Grounds
from models.training.scenes.lighting import evening_light, light_up
from models.training.scenes.photography import photograph
from models.training.scenes.prints import printed

SIDE = 256
"""A piece's side in pixels."""
SMALLEST, LARGEST = 9.0, 110.0
"""Diameters of dice, in those pixels."""
HELD_OUT = 64
"""So many pieces are for ultralytics' own look at how far it is."""
SMALL, OFTEN = 18.0, 0.4
"""So often they are at most so wide: that is how a whole table's dice are seen by who looks for them."""
_INSIDE = 0.3
"""A die whose middle lies further outside the piece than so many of its diameters is none there."""


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """A picture and its dice: their middles (n × 2), diameters (n), and their top faces' middles (n × 2, or NaN)."""

    picture: Picture
    middles: Matrix
    across: Matrix
    tops: Matrix

    @classmethod
    def bare(cls, picture: Picture) -> Marked:
        """Return a picture without dice."""
        return cls(picture, np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)))


class Source(Protocol):
    """Where pieces come from."""

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece, ``SIDE`` pixels wide and high."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """Rendered dice on painted tables."""

    stock: Stock
    grounds: Grounds

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece."""
        shown, dice = tile(self.stock, self.grounds, rng, SIDE, (SMALLEST, _largest(rng)))
        tops = [one.place(one.specimen.frame[:1])[0] for one in dice]
        return Marked(
            shown,
            np.array([one.middle for one in dice], np.float64).reshape(-1, 2),
            np.array([one.across for one in dice], np.float64),
            np.array(tops, np.float64).reshape(-1, 2),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Photographs:
    """Photographs whose every die is listed, each maker's as often; those without any are shown as they are."""

    makers: tuple[tuple[LabelledPhoto, ...], ...]
    faces: Mapping[str, Sequence[Sequence[float]]]
    """By a photograph's name the boxes of its top faces, where somebody drew them."""

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece."""
        own = variety.one_of(rng, self.makers)
        photo = variety.one_of(rng, own)
        return photographed_again(piece(marked(photo, self.faces), drawn_size(rng), rng), rng)


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Printed cloths, sheets and cards without dice: repeated flowers and tiles, squares with spots, digits."""

    decks: Sequence[Sequence[Picture]] = ()

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece."""
        colours = [(float(r), float(g), float(b)) for r, g, b in rng.uniform(0.01, 0.9, (3, 3))]
        sheet = printed(str(rng.choice(variety.PRINTS)), (colours[0], colours[1], colours[2]), rng, self.decks)
        shown = piece(Marked.bare(sheet), 0.0, rng).picture.astype(np.float32)
        return Marked.bare(photograph(light_up(shown, float(rng.uniform(40, 200)), rng), rng))


def marked(photo: LabelledPhoto, faces: Mapping[str, Sequence[Sequence[float]]]) -> Marked:
    """Return a photograph. Raises :class:`FileNotFoundError` where it is none."""
    picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{photo.path} is no picture")
    tops = np.full((len(photo.dice), 2), np.nan)
    for number, box in enumerate(faces.get(photo.name, ())):
        if len(box) == 4:
            tops[number] = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return Marked(
        np.asarray(picture, np.uint8),
        np.array([die.center for die in photo.dice], np.float64).reshape(-1, 2),
        np.array([die.across / ROUND for die in photo.dice], np.float64),
        tops,
    )


def drawn_size(rng: np.random.Generator) -> float:
    """How many pixels wide dice are to be."""
    return variety.log_drawn(rng, (SMALLEST, _largest(rng)))


def _largest(rng: np.random.Generator) -> float:
    return SMALL if rng.random() < OFTEN else LARGEST


def piece(whole: Marked, wanted: float, rng: np.random.Generator) -> Marked:
    """Return a piece of a picture, turned anyhow, in which a die is about ``wanted`` pixels wide.

    What lies beyond the picture's edge is its mirror image, dice and all. Never enlarged twice over.
    """
    high, wide = whole.picture.shape[:2]
    if len(whole.across):
        chosen = int(rng.integers(len(whole.across)))
        zoom = min(2.0, wanted / float(whole.across[chosen]))
        aimed = whole.middles[chosen] * zoom + rng.uniform(-0.4, 0.4, 2) * SIDE
    else:
        zoom = min(1.0, variety.log_drawn(rng, (0.25, 1.5)))
        aimed = rng.uniform(0, 1, 2) * (wide, high) * zoom
    method = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    size = (max(8, round(wide * zoom)), max(8, round(high * zoom)))
    small = cv2.resize(whole.picture, size, interpolation=method)
    turn, flip = float(rng.uniform(0, 2 * np.pi)), float(rng.choice([-1.0, 1.0]))
    linear = rotation(turn) @ np.diag([flip, 1.0])
    shift = SIDE / 2 - linear @ aimed
    shown = cv2.warpAffine(
        small, np.column_stack([linear, shift]), (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    copies = _mirrored(np.hstack([whole.middles, whole.tops]) * zoom, size)
    middles, tops = (copies[:, part : part + 2] @ linear.T + shift for part in (0, 2))
    across = np.tile(whole.across * zoom, len(copies) // max(1, len(whole.across)))
    near = np.all((middles > -_INSIDE * across[:, None]) & (middles < SIDE + _INSIDE * across[:, None]), axis=1)
    return Marked(np.asarray(shown, np.uint8), middles[near], across[near], tops[near])


def _mirrored(points: Matrix, size: tuple[int, int]) -> Matrix:
    """Pairs of points (n × 4) in a picture and in its mirror images on every side, as deep as a piece may see."""
    wide, high = size
    deep = [range(-steps, steps + 1) for steps in (2 + SIDE // wide, 2 + SIDE // high)]
    copies = []
    for right in deep[0]:
        for down in deep[1]:
            moved = points.copy()
            for part, (step, length) in enumerate(((right, wide), (down, high))):
                own = points[:, part::2]
                moved[:, part::2] = step * length + (own if step % 2 == 0 else length - own)
            copies.append(moved)
    return np.concatenate(copies)


def photographed_again(shown: Marked, rng: np.random.Generator) -> Marked:
    """Return half of them as another camera shows them."""
    if rng.random() < 0.5:
        return shown
    blur = float(rng.uniform(0.1, 0.45))
    shot = photograph(shown.picture.astype(np.float32), rng, variety.DICE_CAMERA, blur)
    return Marked(shot, shown.middles, shown.across, shown.tops)


def written(shown: Marked) -> str:
    """Return a piece's dice as ultralytics reads them, in shares of its side: class, box, keypoint, whether known.

    A box is as wide and high as the disc of the die's area, so that it is the same whichever way the die is turned.

    >>> middles, across, tops = np.array([[128.0, 64.0]]), np.array([32.0]), np.array([[130.0, 60.0]])
    >>> written(Marked(np.zeros((SIDE, SIDE, 3), np.uint8), middles, across, tops))
    '0 0.50000 0.25000 0.12500 0.12500 0.50781 0.23438 2'
    """
    lines = []
    for middle, across, top in zip(shown.middles / SIDE, shown.across / SIDE, shown.tops / SIDE, strict=True):
        low, high = np.clip(middle - across / 2, 0, 1), np.clip(middle + across / 2, 0, 1)
        (x, y), (wide, deep) = (low + high) / 2, high - low
        known = bool(np.isfinite(top).all() and (top >= 0).all() and (top < 1).all())
        keypoint = (float(top[0]), float(top[1]), 2) if known else (0.0, 0.0, 0)
        if wide > 0 and deep > 0:
            lines.append(f"0 {x:.5f} {y:.5f} {wide:.5f} {deep:.5f} {keypoint[0]:.5f} {keypoint[1]:.5f} {keypoint[2]}")
    return "\n".join(lines)


def make_pieces(folder: Path, sources: Sequence[tuple[Source, float]], count: int, seed: int) -> None:
    """Write ``count`` pieces and their labels into a folder; existing ones are kept."""
    shares = np.array([share for _, share in sources])
    for number, path, labels in missing_pictures(folder, count, HELD_OUT, "labels", ".txt"):
        rng = np.random.default_rng([seed, number, 21])
        source, _ = sources[int(rng.choice(len(sources), p=shares / shares.sum()))]
        shown = source.draw(rng)
        picture = evening_light(shown.picture, rng) if rng.random() < variety.OTHER_LIGHT else shown.picture
        labels.write_text(written(shown), encoding="utf-8")
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 94])
