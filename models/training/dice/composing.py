"""Specimens laid on a ground and photographed: what a camera would show of them at a given size."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats, Matrix
from models.training.dice.specimens import SIDE, Specimen, What
from models.training.scenes.drawn_layouts import rotation

CARDS_TO_A_DIE = 3.5
"""A card's width in diameters of a die's outline."""


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A specimen in a picture: the map (2 × 3) from its patch to the picture, and its diameter there."""

    specimen: Specimen
    matrix: Matrix
    across: float

    @property
    def middle(self) -> Matrix:
        """The middle in the picture."""
        return np.asarray(self.place(np.full((1, 2), SIDE / 2))[0])

    def place(self, points: NDArray[np.floating]) -> Matrix:
        """Picture points of patch points, both (n, 2)."""
        return np.asarray(points @ self.matrix[:, :2].T + self.matrix[:, 2])


def placed(specimen: Specimen, centre: tuple[float, float], across: float, turn: float) -> Laid:
    """Return the specimen with its middle at ``centre``, its outline ``across`` pixels wide, turned by ``turn``."""
    linear = across / specimen.across * rotation(turn)
    return Laid(specimen, np.column_stack([linear, np.array(centre) - linear @ np.full(2, SIDE / 2)]), across)


def lay(picture: Floats, laid: Laid, rng: np.random.Generator, shadow: tuple[float, float]) -> None:
    """Draws the specimen and its shadow over the picture; ``shadow`` is where it falls, in diameters."""
    reach = 0.95 * laid.across + 3
    low = np.maximum(np.floor(laid.middle - reach).astype(int), 0)
    high = np.minimum(np.ceil(laid.middle + reach).astype(int), (picture.shape[1], picture.shape[0]))
    if (high <= low).any():
        return
    part = picture[low[1] : high[1], low[0] : high[0]]
    matrix = laid.matrix.copy()
    matrix[:, 2] -= low
    matrix[:, 2] += matrix[:, :2].sum(axis=1) / 2 - 0.5
    patch = laid.specimen.patch
    shrunk = laid.across / laid.specimen.across
    while shrunk < 0.5 and len(patch) > SIDE // 4:
        # Every second pixel first, so that nothing is skipped.
        patch = np.asarray(cv2.resize(patch, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        matrix[:, 2] += matrix[:, :2].sum(axis=1) / 2
        matrix[:, :2] *= 2
        shrunk *= 2
    size = (part.shape[1], part.shape[0])
    drawn = np.asarray(cv2.warpAffine(patch, matrix, size, flags=cv2.INTER_LINEAR), np.float32)
    cover = np.asarray(drawn[..., 3] / 255, np.float32)
    _shade(part, cover, laid, rng, shadow)
    # The patch's own colours end at its outline; dividing by the sampled coverage would ring, so it is only mixed.
    part += cover[..., None] * (drawn[..., :3] - part)


def _shade(part: Floats, cover: Floats, laid: Laid, rng: np.random.Generator, shadow: tuple[float, float]) -> None:
    if laid.specimen.what == What.NOTHING and rng.random() < 0.5:
        return
    solid = np.minimum(cover * 2, 1)
    shift = np.array([[1, 0, shadow[0] * laid.across], [0, 1, shadow[1] * laid.across]])
    far = cv2.warpAffine(solid, shift, (part.shape[1], part.shape[0]))
    far = cv2.GaussianBlur(far, (0, 0), max(0.6, float(rng.uniform(0.03, 0.18)) * laid.across))
    near = cv2.GaussianBlur(solid, (0, 0), max(0.6, 0.07 * laid.across))
    dark = (1 - float(rng.uniform(0.1, 0.65)) * far) * (1 - float(rng.uniform(0.0, 0.5)) * near)
    part *= np.asarray(dark, np.float32)[..., None]


def lay_all(picture: Floats, things: Sequence[Laid], rng: np.random.Generator) -> None:
    """Lays the things in order under one lamp."""
    turn, far = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 0.45))
    shadow = far * float(np.cos(turn)), far * float(np.sin(turn))
    for laid in things:
        lay(picture, laid, rng, shadow)
