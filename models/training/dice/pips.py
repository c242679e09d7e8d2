"""Pips of a d6 in the layouts and shapes that makers sell; the card of the die reader lists them."""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from models.training.dice.glyphs import SIDE
from models.training.scenes import variety

FINE = 4 * SIDE
"""Side in pixels of the picture in which a face is drawn before it is shrunk."""
FACES = (1, 2, 3, 6, 5, 4)
"""What the faces of a cube show, in the order of its normals."""
PLACES: Mapping[str, tuple[int, int]] = {
    name: (column, row)
    for name, column, row in zip("abcdefghi", (-1, 0, 1) * 3, (-1, -1, -1, 0, 0, 0, 1, 1, 1), strict=True)
}
"""Column and row of the nine places of a face, by their letters."""
USUAL: Mapping[int, str] = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}
LAYOUTS: Mapping[int, Mapping[str, float]] = {
    1: {"e": 1.0},
    # On a diagonal, in a line through the middle, at an edge.
    2: {"ai": 0.2, "cg": 0.2, "df": 0.16, "bh": 0.16, "ac": 0.07, "gi": 0.07, "ag": 0.07, "ci": 0.07},
    # On a diagonal, in a line through the middle, in a triangle, at an edge.
    3: {
        "aei": 0.16,
        "ceg": 0.16,
        "def": 0.15,
        "beh": 0.15,
        "bgi": 0.08,
        "hac": 0.08,
        "dci": 0.08,
        "fag": 0.08,
        "abc": 0.03,
        "adg": 0.03,
    },
    4: {"acgi": 0.86, "bdfh": 0.14},
    5: {"acegi": 0.92, "bdefh": 0.08},
    6: {"adgcfi": 0.5, "abcghi": 0.5},
}
"""Shares of the layouts of each value; rare ones are more frequent than in shops."""
SHAPES: Mapping[str, float] = {
    "dot": 0.66,
    "ring": 0.08,
    "eye": 0.06,
    "square": 0.07,
    "diamond": 0.04,
    "heart": 0.05,
    "star": 0.04,
}
"""Shares of the shapes of pips; an eye is a dot in a ring, as on bone dice."""
BLANK, WORN, REPLACED = 0.02, 0.15, 0.12
"""Shares of dice with a blank face, with pips that lose their paint, and with a sign in the place of the 1."""


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How the pips of one die look: shape, radius and distance of columns and rows in sides of a face.

    ``single`` is how much larger the 1 is, ``narrow`` how much nearer the two rows of a 6 stand, and ``worn`` how much
    of its paint a pip may lose.
    """

    shape: str
    radius: float
    spread: float
    single: float = 1.0
    narrow: float = 1.0
    worn: float = 0.0


def drawn_pips(rng: np.random.Generator, sign: Picture) -> Picture:
    """Return the six faces of a die of any maker (6 × 64 × 64); ``sign`` may stand in the place of the 1."""
    spread = float(rng.uniform(0.2, 0.34))
    radius = float(rng.uniform(0.05, min(0.145, 0.46 * spread)))
    style = PipStyle(
        variety.one_of(rng, SHAPES),
        radius,
        spread,
        float(rng.choice([1.0, 1.0, 1.0, 1.4, 1.8, 2.4])),
        float(rng.choice([1.0, 0.7, 0.85])),
        float(rng.uniform(0.3, 0.75)) if rng.random() < WORN else 0.0,
    )
    faces = pip_faces(style, {value: variety.one_of(rng, own) for value, own in LAYOUTS.items()}, rng)
    if rng.random() < REPLACED:
        faces[FACES.index(1)] = sign
    if rng.random() < BLANK:
        faces[int(rng.integers(6))] = 0
    return faces


def pip_faces(style: PipStyle, layouts: Mapping[int, str], rng: np.random.Generator) -> Picture:
    """Return the six faces of a die (6 × 64 × 64) with these layouts, in the order of :data:`FACES`."""
    return np.stack([_face(style, value, layouts[value], rng) for value in FACES])


def _face(style: PipStyle, value: int, places: str, rng: np.random.Generator) -> Picture:
    face = np.zeros((FINE, FINE), np.uint8)
    rows = np.array([1.0, 1.0])
    if value == 6:
        rows[0 if places == USUAL[6] else 1] = style.narrow
    radius = style.radius * (style.single if value == 1 else 1.0)
    for place in places:
        x, y = (0.5 + style.spread * rows * PLACES[place]) * FINE
        paint = 255 * (1 - style.worn * float(rng.random())) if style.worn else 255.0
        _pip(face, style.shape, (round(float(x)), round(float(y))), radius * FINE, paint)
    return np.asarray(cv2.resize(face, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def _pip(face: Picture, shape: str, middle: tuple[int, int], reach: float, paint: float) -> None:
    if shape in ("dot", "ring", "eye"):
        rim = max(2, round(0.35 * reach))
        cv2.circle(face, middle, round(reach), paint, -1 if shape == "dot" else rim)
        if shape == "eye":
            cv2.circle(face, middle, round(0.35 * reach), paint, -1)
        return
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    if shape == "heart":
        outline = np.stack(
            [np.sin(turns) ** 3, -(13 * np.cos(turns) - 5 * np.cos(2 * turns) - 2 * np.cos(3 * turns)) / 16]
        )
    else:
        corners = {"square": 4, "diamond": 4, "star": 10}[shape]
        turns = np.arange(corners) * 2 * np.pi / corners + (np.pi / 4 if shape == "square" else 0)
        far = np.where(np.arange(corners) % 2, 0.5, 1.2) if shape == "star" else np.full(corners, 1.2)
        outline = far * np.stack([np.cos(turns), np.sin(turns)])
    points = np.array(middle) + reach * outline.T
    cv2.fillPoly(face, [np.round(points).astype(np.int32)], paint)
