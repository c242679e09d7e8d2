"""What the finder learns from: square pieces of pictures and the dice in them.

Four sources: tiles with rendered dice, photographs of real dice, pictures without any, and printed cloths, sheets and
cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import ArrayLike

from companion.pictures.arrays import Matrix, Picture
from models.evaluation.labelled_dice import ROUND, LabelledPhoto
from models.training.common.decks import read_pixels
from models.training.dice.stock import Stock
from models.training.dice.tiles import tile
from models.training.scenes import variety
from models.training.scenes.drawn_layouts import rotation
from models.training.scenes.grounds import Grounds
from models.training.scenes.lighting import evening_light, light_up
from models.training.scenes.photography import photograph
from models.training.scenes.prints import drawn_sheet

SIDE = 256
"""A piece's side in pixels."""
SMALLEST, LARGEST = 9.0, 110.0
"""Diameters of dice, in those pixels."""
SMALL, OFTEN = 18.0, 0.4
"""So often they are at most so wide: that is how a whole table's dice are seen by who looks for them."""
_INSIDE = 0.3
"""A die whose middle lies further outside the piece than so many of its diameters is none there."""


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """A picture and its dice: their middles (n × 2) and diameters (n)."""

    picture: Picture
    middles: Matrix
    across: Matrix

    @classmethod
    def of(cls, picture: Picture, middles: Sequence[ArrayLike] = (), across: Sequence[float] = ()) -> Marked:
        """Return a picture with dice at these middles, so many pixels wide; with none if none are given."""
        return cls(picture, np.array(middles, np.float64).reshape(-1, 2), np.array(across, np.float64))


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """Rendered dice on painted tables."""

    stock: Stock
    grounds: Grounds

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece."""
        shown, dice = tile(self.stock, self.grounds, rng, SIDE, (SMALLEST, _largest(rng)))
        return Marked.of(shown, [one.middle for one in dice], [one.across for one in dice])


@dataclass(frozen=True, slots=True, eq=False)
class Photographs:
    """Photographs whose every die is listed, each maker's as often; those without any are shown as they are."""

    makers: tuple[tuple[LabelledPhoto, ...], ...]

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece."""
        own = variety.one_of(rng, self.makers)
        photo = variety.one_of(rng, own)
        return photographed_again(piece(marked(photo), variety.log_drawn(rng, (SMALLEST, _largest(rng))), rng), rng)


@dataclass(frozen=True, slots=True, eq=False)
class Prints:
    """Printed cloths, sheets and cards without dice: repeated flowers and tiles, squares with spots, digits."""

    decks: Sequence[Sequence[Picture]] = ()

    def draw(self, rng: np.random.Generator) -> Marked:
        """Return a piece."""
        shown = piece(Marked.of(drawn_sheet(rng, self.decks)), 0.0, rng).picture.astype(np.float32)
        return Marked.of(photograph(light_up(shown, float(rng.uniform(40, 200)), rng), rng))


Source = Tiles | Photographs | Prints
"""Where pieces come from."""


def marked(photo: LabelledPhoto) -> Marked:
    """Return a photograph. Raises :class:`FileNotFoundError` where it is none."""
    middles, across = [die.center for die in photo.dice], [die.across / ROUND for die in photo.dice]
    return Marked.of(read_pixels(photo.path), middles, across)


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
    copies = _mirrored(whole.middles * zoom, size)
    middles = copies @ linear.T + shift
    across = np.tile(whole.across * zoom, len(copies) // max(1, len(whole.across)))
    near = np.all((middles > -_INSIDE * across[:, None]) & (middles < SIDE + _INSIDE * across[:, None]), axis=1)
    return Marked(np.asarray(shown, np.uint8), middles[near], across[near])


def _mirrored(points: Matrix, size: tuple[int, int]) -> Matrix:
    """Points (n × 2) in a picture and in its mirror images on every side, as deep as a piece may see."""
    wide, high = size
    deep = [range(-steps, steps + 1) for steps in (2 + SIDE // wide, 2 + SIDE // high)]
    copies = []
    for steps in product(*deep):
        own = [
            step * length + (points[:, axis] if step % 2 == 0 else length - points[:, axis])
            for axis, (step, length) in enumerate(zip(steps, size, strict=True))
        ]
        copies.append(np.stack(own, axis=1))
    return np.concatenate(copies)


def photographed_again(shown: Marked, rng: np.random.Generator) -> Marked:
    """Return half of them as another camera shows them."""
    if rng.random() < 0.5:
        return shown
    blur = float(rng.uniform(0.1, 0.45))
    shot = photograph(shown.picture.astype(np.float32), rng, variety.DICE_CAMERA, blur)
    return replace(shown, picture=shot)


def drawn_piece(sources: Sequence[tuple[Source, float]], rng: np.random.Generator) -> Marked:
    """Return a piece of one of the sources, which have shares; many in the evening, in hard or coloured light."""
    shares = np.array([share for _, share in sources])
    source, _ = sources[int(rng.choice(len(sources), p=shares / shares.sum()))]
    shown = source.draw(rng)
    return replace(shown, picture=evening_light(shown.picture, rng)) if rng.random() < variety.OTHER_LIGHT else shown
