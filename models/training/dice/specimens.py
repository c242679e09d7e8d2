"""Single things cut out of their picture: dice that lie flat, dice that do not, dice of other games, and clutter."""

from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture
from companion.vision.dice.prediction import LEANS, NOTHING, OTHER
from models.training.dice.casting import DieModel, Light, View, cast, frames, quantized
from models.training.dice.marks import Marks, alike_turned, digit_marks, pip_marks, sign_marks, tens_marks
from models.training.dice.materials import drawn
from models.training.dice.solids import Solid, drawn_ring, laid, solid
from models.training.scenes import variety

SIDE = 112
"""A specimen's picture is so many pixels wide and high."""
_MIN_CONTRAST = 36.0
"""How far a mark's colour must be from its ground's, of 442 from black to white."""


class What(IntEnum):
    """What a thing is to a reader."""

    D6 = 0
    D10 = 1
    OTHER = 2
    """A die nobody should read: cocked, of another game, or covered."""
    NOTHING = 3


@dataclass(frozen=True, slots=True, eq=False)
class Specimen:
    """A thing with its coverage (side × side × 4) and what is true of it.

    ``digit`` is the digit on top and ``pips`` the pips there, -1 for none. ``frame`` (3 × 2, pixels) is the middle of
    the top mark, then a point one mark's half side to its right, then one upwards. ``half_turn`` tells whether
    the mark looks the same upside down; ``across`` is the diameter of a disc as large as the outline;
    ``tilt`` (radians) is how far from straight above it is seen. ``bits`` are the answers of the die reader that are
    true at every turn; 0 if that depends on the turn, as for a digit.
    """

    patch: Picture
    what: What
    digit: int
    pips: int
    frame: Floats
    half_turn: bool
    across: float
    tilt: float
    bits: int = 0


def outline_across(coverage: Picture) -> float:
    """Return the diameter of a disc with the outline's area, in pixels."""
    return float(2 * np.sqrt((coverage > 40).sum() / np.pi))


@dataclass(frozen=True, slots=True)
class Kind:
    """What is to be made: a die with so many sides, cocked or flat, with signs instead of numbers or not.

    One that is ``barely`` cocked leans hardly further than a die that still counts as lying flat. A d10 with ``tens``
    shows 00 to 90.
    """

    sides: int
    cocked: bool = False
    signs: bool = False
    barely: bool = False
    tens: bool = False

    @property
    def readable(self) -> bool:
        """Whether a reader should tell its value."""
        return self.sides in (6, 10) and not (self.cocked or self.signs or self.tens)


def die(rng: np.random.Generator) -> Specimen:
    """Return a d6 or d10 lying flat nine times of ten; else cocked or of another kind."""
    odd = rng.random()
    sides = _six_or_ten(rng) if odd > 0.1 else int(rng.choice([8, 12, 20]))
    return made(Kind(sides, odd > 0.93, sides == 6 and rng.random() < 0.08), rng)


def amiss(rng: np.random.Generator) -> Specimen:
    """Return a die that nobody should read: mostly cocked; or of another kind, with tens, covered, or with signs."""
    how = rng.choice(["cocked", "other", "tens", "covered", "signs"], p=[0.52, 0.2, 0.1, 0.11, 0.07])
    if how == "covered":
        return covered(made(Kind(_six_or_ten(rng)), rng), rng)
    sides = {"cocked": _six_or_ten(rng), "other": int(rng.choice([8, 12, 20])), "tens": 10, "signs": 6}[str(how)]
    return made(Kind(sides, how == "cocked", how == "signs", bool(rng.random() < BARELY), how == "tens"), rng)


def _six_or_ten(rng: np.random.Generator) -> int:
    return int(rng.choice([6, 10], p=[0.38, 0.62]))


def made(kind: Kind, rng: np.random.Generator) -> Specimen:
    """Return a die of that kind, of any make, in any light; marks that hardly stand out are made anew."""
    sides = kind.sides
    shape = solid(10, float(rng.uniform(38, 47)), drawn_ring(rng)) if sides == 10 else solid(sides)
    marks = tens_marks(shape.values, rng) if kind.tens else drawn_marks(shape, sides, kind.signs, rng)
    face = int(rng.integers(len(shape.normals)))
    pose = (
        _leaning(shape, face, rng, kind.barely) if kind.cocked else laid(shape, face, float(rng.uniform(0, 2 * np.pi)))
    )
    view = drawn_view(shape, rng)
    material, light = drawn(rng), drawn_light(rng)
    model = DieModel(shape, marks, material, drawn_roundness(sides, shape, rng))
    patch = quantized(cast(model, pose, view.viewpoint(), light, rng))
    frame = mark_frame(shape, pose, marks, face, view)
    readable = kind.readable and bool(marks.masks[face].any())
    if readable and not stands_out(patch, marks.masks[face], frame):
        return made(kind, rng)
    value = shape.values[face]
    what = (What.D6 if sides == 6 else What.D10) if readable else What.OTHER
    pips = value if readable and marks.distinction == "pips" else -1
    digital = readable and pips < 0 and (value < 10 or sides == 10)
    answer = 9 + pips if pips > 0 else LEANS if kind.cocked else OTHER
    return Specimen(
        patch,
        what,
        value % 10 if digital else -1,
        pips,
        frame,
        marks.distinction == "pips" or (value % 10 in (0, 1, 8) and alike_turned(marks.masks[face])),
        outline_across(patch[..., 3]),
        view.tilt,
        0 if what == What.D10 else 1 << answer,
    )


LEANING = np.radians(20.0)
"""A die none of whose faces is so near to level is cocked, and nobody should read it."""
FURTHEST, FURTHEST_BARELY = np.radians(45.0), np.radians(30.0)
BARELY = 0.5
"""So many of the cocked dice made for learning are barely cocked: those are the hard ones."""


def _leaning(shape: Solid, face: int, rng: np.random.Generator, barely: bool = False) -> Matrix:
    """How a cocked die lies: no face of it nearly level, or it looks like one that lies flat on another."""
    furthest = FURTHEST_BARELY if barely else FURTHEST
    while True:
        lean = float(rng.uniform(LEANING, furthest)), float(rng.uniform(0, 2 * np.pi))
        pose = laid(shape, face, float(rng.uniform(0, 2 * np.pi)), lean)
        if float((shape.normals @ pose[2]).max()) < np.cos(LEANING):
            return pose


def stands_out(patch: Picture, mask: Picture, frame: Floats) -> bool:
    """Whether a mark's colour is told from the die's around it: swirls of its own colour or glare can hide it."""
    half = mask.shape[0] / 2
    onto = cv2.getAffineTransform(np.array([(half, half), (2 * half, half), (half, 0)], np.float32), frame)
    size = patch.shape[1::-1]
    ink = cv2.warpAffine(mask, onto, size)
    around = (cv2.dilate(ink, np.ones((9, 9), np.uint8)) > 128) & (ink < 30) & (patch[..., 3] > 128)
    inside = patch[..., :3][ink > 200].astype(np.float32)
    outside = patch[..., :3][around].astype(np.float32)
    if len(inside) < 12 or len(outside) < 12:
        return False
    contrast = float(np.linalg.norm(np.median(inside, axis=0) - outside.mean(axis=0)))
    return contrast > _MIN_CONTRAST and contrast > float(outside.std(axis=0).mean() + inside.std(axis=0).mean())


def drawn_marks(shape: Solid, sides: int, signs: bool, rng: np.random.Generator) -> Marks:
    """Return marks of one make: signs, pips for most six-sided dice, else digits."""
    if signs:
        return sign_marks(len(shape.normals), rng)
    if sides == 6 and rng.random() < 0.86:
        return pip_marks(rng)
    return digit_marks(shape.values, sides, rng)


def drawn_view(shape: Solid, rng: np.random.Generator) -> View:
    """Return a camera's view of a die, up to 44° from straight above."""
    tilt = float(np.radians(rng.triangular(*variety.DICE_TILT)))
    away = variety.log_drawn(rng, (14, 80))
    return View(tilt, away, 0.47 * SIDE / shape.reach * (1 - shape.reach / away), SIDE)


def drawn_light(rng: np.random.Generator) -> Light:
    """Return a lamp anywhere above the table."""
    height, turn = variety.drawn(rng, variety.DICE_LAMP_HEIGHT), float(rng.uniform(0, 2 * np.pi))
    flat = float(np.sqrt(1 - height**2))
    direction = flat * np.cos(turn), flat * np.sin(turn), height
    return Light(direction, variety.drawn(rng, variety.DICE_LAMP), variety.drawn(rng, variety.DICE_AMBIENT))


def drawn_roundness(sides: int, shape: Solid, rng: np.random.Generator) -> tuple[float, float]:
    """Width of the blended edges and radius of the ball that cuts the corners, in inner radii."""
    edge = float(rng.choice([0.008, 0.02, 0.04, 0.07]))
    least = {6: 0.8, 8: 0.85, 10: 0.9, 12: 0.9, 20: 0.9}[sides]
    return edge, shape.reach * float(rng.uniform(least, 1.0))


def mark_frame(shape: Solid, pose: Matrix, marks: Marks, face: int, view: View) -> Floats:
    """Middle of a face's mark, a point half its side to its right and one upwards (3 × 2, patch pixels)."""
    ups, rights, middles = (rows[face].astype(np.float64) for rows in frames(shape, pose, marks))
    half = marks.size / 2
    return view.project(np.stack([middles, middles + half * rights, middles + half * ups])).astype(np.float32)


def covered(specimen: Specimen, rng: np.random.Generator) -> Specimen:
    """Return the die with a part of its top mark hidden under something flat: nobody should read it."""
    patch = specimen.patch.copy()
    turn = float(rng.uniform(0, 2 * np.pi))
    away = np.array([np.cos(turn), np.sin(turn)])
    edge = specimen.frame[0] + away * specimen.across * float(rng.uniform(-0.12, 0.06))
    aside = np.array([-away[1], away[0]])
    far = 3.0 * SIDE
    quad = np.stack(
        [edge + far * aside, edge - far * aside, edge - far * aside + far * away, edge + far * aside + far * away]
    )
    mask = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillPoly(mask, [quad.astype(np.int32)], 1)
    colour = rng.uniform(0, 255, 3)
    hidden = (mask > 0) & (np.hypot(*(np.indices(mask.shape)[::-1] - SIDE / 2)) < SIDE * 0.49)
    patch[hidden, :3] = np.clip(colour + rng.normal(0, 6, (int(hidden.sum()), 3)), 0, 255).astype(np.uint8)
    patch[hidden, 3] = 255
    bits = 1 << LEANS | 1 << OTHER | 1 << NOTHING
    hidden_across = outline_across(patch[..., 3])
    return Specimen(patch, What.OTHER, -1, -1, specimen.frame, specimen.half_turn, hidden_across, specimen.tilt, bits)
