"""What stands on the faces of one die: digits, pips or signs, each a small mask."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from companion.artwork.letters import digit_strokes
from companion.artwork.raster import silhouette
from companion.pictures.arrays import Picture
from models.training.dice.glyphs import SIDE, digits, fitted, signs, usable
from models.training.dice.pips import USUAL, PipStyle, drawn_pips, pip_faces
from models.training.scenes import variety


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Masks, shape (n, 64, 64), one a face in the solid's order; ``distinction`` is how a 6 differs from a 9.

    ``size`` is a mask's side in units of the die's inner radius, ``drop`` how far towards its foot it stands.
    ``turns`` are quarter turns of every mark against the solid's own way up.
    """

    masks: Picture
    distinction: str
    size: float
    drop: float
    turns: int


ORNAMENTS = {"none": 0.86, "ring": 0.04, "arrow": 0.04, "runes": 0.06}
"""Shares of what stands around every number of a die."""
EYED = 0.04
"""Share of dice whose digits have a dot in each counter."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What stands under a 6 or a 9: so many times as wide as the digit, so many pixels below it, so many thick."""

    wide: float
    below: int
    thick: int


def digit_marks(values: tuple[int, ...], sides: int, rng: np.random.Generator) -> Marks:
    """Numbers in one typeface, 6 and 9 distinguished by a bar, a dot or nothing, in one of several layouts."""
    ink = digits(variety.one_of(rng, usable()))
    assert ink is not None
    distinction = str(rng.choice(["bar", "dot", "none"], p=[0.55, 0.33, 0.12]))
    ornament, eyed = variety.one_of(rng, ORNAMENTS), rng.random() < EYED
    if distinction == "none" and ornament in ("arrow", "runes"):
        distinction = ornament
    stretch, weight = float(rng.triangular(0.8, 1.0, 1.5)), int(rng.choice([-1, 0, 0, 0, 1, 2]))
    bar = Bar(float(rng.uniform(0.7, 1.4)), int(rng.integers(2, 8)), int(rng.integers(2, 6)))
    masks = []
    for value in values:
        number = value % 10 if sides == 10 else value
        mask = ink[number] if number < 10 else _two(ink, number)
        if number in (6, 9):
            mask = _distinguished(mask, distinction, bar)
        mask = _eyed(mask) if eyed else mask
        masks.append(_ornamented(_styled(mask, stretch, weight), ornament))
    size = {6: 2.0, 8: 1.25, 10: 1.45, 12: 0.95, 20: 0.8}[sides] * float(rng.uniform(0.75, 1.2))
    # Makers who leave 6 and 9 unmarked count on every number standing towards its face's point.
    turned = 0.25 if distinction != "none" else 0.1
    turns = int(rng.choice([0, 2, 1, 3], p=[1 - turned, 0.8 * turned, 0.1 * turned, 0.1 * turned]))
    return Marks(np.stack(masks), distinction, size, float(rng.uniform(-0.02, 0.16)) if sides == 10 else 0.0, turns)


def tens_marks(values: tuple[int, ...], rng: np.random.Generator) -> Marks:
    """Numbers 00 to 90 in one typeface, as on the second die of a percentile pair."""
    ink = digits(variety.one_of(rng, usable()))
    assert ink is not None
    stretch, weight = float(rng.triangular(0.8, 1.0, 1.5)), int(rng.choice([-1, 0, 0, 1]))
    masks = [_styled(_two(ink, value % 10 * 10), stretch, weight) for value in values]
    turns = int(rng.choice([0, 2, 1, 3], p=[0.75, 0.19, 0.03, 0.03]))
    return Marks(np.stack(masks), "tens", float(rng.uniform(1.1, 1.7)), float(rng.uniform(-0.02, 0.16)), turns)


def pip_marks(rng: np.random.Generator) -> Marks:
    """Pips on a d6 as any maker lays them out."""
    return Marks(drawn_pips(rng, _small(emblem(rng), rng)), "pips", 2.0, 0.0, int(rng.integers(4)))


@cache
def staged_marks(values: tuple[int, ...]) -> Marks:
    """Return the marks of all staged dice: pips on a d6, else drawn digits with a bar under 6 and 9."""
    if len(values) == 6:
        return Marks(pip_faces(PipStyle("dot", 0.1, 0.3), USUAL, np.random.default_rng(0)), "pips", 2.0, 0.0, 0)
    masks = [silhouette(digit_strokes(str(value % 10), "#000000"), SIDE) for value in values]
    return Marks(np.stack(masks), "bar", 1.0, 0.08, 0)


def _small(sign: Picture, rng: np.random.Generator) -> Picture:
    """Return a sign as it stands in the place of a pip, a quarter to a half of the face wide."""
    zoom, middle = float(rng.uniform(0.3, 0.7)), SIDE / 2
    onto = np.array([[zoom, 0, middle * (1 - zoom)], [0, zoom, middle * (1 - zoom)]])
    return np.asarray(cv2.warpAffine(sign, onto, (SIDE, SIDE)), np.uint8)


def sign_marks(faces: int, rng: np.random.Generator) -> Marks:
    """Signs of other games: suit-like shapes and letters; some faces stay empty."""
    letters = signs(variety.one_of(rng, usable()))
    masks = []
    for _ in range(faces):
        kind = int(rng.integers(4))
        if kind == 0:
            masks.append(np.zeros((SIDE, SIDE), np.uint8))
        elif kind == 1:
            masks.append(letters[int(rng.integers(8))])
        else:
            masks.append(emblem(rng))
    return Marks(np.stack(masks), "signs", float(rng.uniform(1.2, 2.2)), 0.0, int(rng.integers(4)))


def emblem(rng: np.random.Generator) -> Picture:
    """Return a suit-like shape: a star, a moon, a leaf, a ring or a many-sided blot."""
    mask = np.zeros((4 * SIDE, 4 * SIDE), np.uint8)
    middle, reach = 2 * SIDE, float(rng.uniform(0.9, 1.5)) * SIDE
    kind = int(rng.integers(4))
    if kind == 0:
        points = int(rng.integers(4, 12))
        angles = np.arange(2 * points) * np.pi / points
        radii = np.where(np.arange(2 * points) % 2, float(rng.uniform(0.35, 0.75)), 1.0) * reach
        star = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, None] + middle
        cv2.fillPoly(mask, [star.astype(np.int32)], 255)
    elif kind == 1:
        cv2.circle(mask, (middle, middle), int(reach), 255, -1)
        cv2.circle(mask, (int(middle + 0.5 * reach), int(middle - 0.2 * reach)), int(0.8 * reach), 0, -1)
    elif kind == 2:
        cv2.circle(mask, (middle, middle), int(reach), 255, max(1, int(reach * rng.uniform(0.1, 0.5))))
    else:
        axes = (int(reach), int(reach * rng.uniform(0.3, 0.7)))
        cv2.ellipse(mask, (middle, middle), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
        cv2.line(mask, (middle - axes[0], middle), (middle + axes[0], middle), 0, 8)
    return np.asarray(cv2.resize(mask, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def alike_turned(mask: Picture) -> bool:
    """Whether a mark looks the same after a half turn, as a plain 0, 8 or stroke does."""
    ink, turned = mask > 127, np.rot90(mask, 2) > 127
    near = cv2.dilate(turned.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    return bool((ink & near).sum() >= 0.97 * max(1, ink.sum()))


def _two(ink: Picture, number: int) -> Picture:
    tens, ones = ink[number // 10], ink[number % 10]
    return fitted(np.concatenate([_tight(tens), np.zeros((SIDE, 3), np.uint8), _tight(ones)], axis=1))


def _tight(mask: Picture) -> Picture:
    columns = np.flatnonzero(mask.max(axis=0) > 40)
    return mask[:, columns[0] : columns[-1] + 1]


def _distinguished(mask: Picture, distinction: str, bar: Bar) -> Picture:
    marked = mask.copy()
    rows, columns = np.nonzero(mask > 100)
    foot, left, right = int(rows.max()), int(columns.min()), int(columns.max())
    if distinction == "bar":
        half = int((right - left) * bar.wide / 2)
        middle = (left + right) // 2
        top = foot + bar.below
        cv2.rectangle(marked, (middle - half, top), (middle + half, top + bar.thick - 1), 255, -1)
    elif distinction == "dot":
        cv2.circle(marked, (min(right + 5, SIDE - 4), foot - 2), 3, 255, -1)
    return marked


def _eyed(mask: Picture) -> Picture:
    """Return a digit with a dot in every part that it encloses."""
    eyed = mask.copy()
    count, _, boxes, middles = cv2.connectedComponentsWithStats((mask < 100).astype(np.uint8))
    for number in range(1, count):
        left, top, wide, high, _ = boxes[number]
        if left > 0 and top > 0 and left + wide < SIDE and top + high < SIDE:
            x, y = (round(float(value)) for value in middles[number])
            cv2.circle(eyed, (x, y), max(1, round(0.2 * min(wide, high))), 255, -1)
    return eyed


def _ornamented(mask: Picture, ornament: str) -> Picture:
    """Return a number in a ring, below an arrow, or between runes, which differ from number to number."""
    shown, middle = mask.copy(), SIDE // 2
    if ornament == "ring":
        cv2.circle(shown, (middle, middle), middle - 2, 255, 2, cv2.LINE_AA)
    elif ornament == "arrow":
        cv2.fillPoly(shown, [np.array([(middle, 1), (middle - 6, 8), (middle + 6, 8)], np.int32)], 255)
    elif ornament == "runes":
        rng = np.random.default_rng(int(mask.sum()))
        for left in (2, SIDE - 11):
            strokes = rng.integers(0, 9, (4, 2)) * (1, 4) + (left, 14)
            cv2.polylines(shown, [strokes.astype(np.int32)], False, 255, 2, cv2.LINE_AA)
    return shown


def _styled(mask: Picture, stretch: float, weight: int) -> Picture:
    middle = SIDE / 2
    wider = np.array([[stretch, 0, middle * (1 - stretch)], [0, 1.0, 0]])
    styled = cv2.warpAffine(mask, wider, (SIDE, SIDE))
    if weight > 0:
        styled = cv2.dilate(styled, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (weight + 1, weight + 1)))
    elif weight < 0:
        thin = cv2.erode(styled, np.ones((2, 2), np.uint8))
        styled = thin if thin.max() > 180 else styled
    return np.asarray(styled, np.uint8)
