"""The shapes of dice: outward normals of their faces at distance 1 from the middle, and what the faces show.

The table's axes are x right, y towards the near player and z up, as in :mod:`models.training.scenes.camera`.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.pictures.arrays import Matrix

D10_SLOPE = 42.0
"""Degrees from the equator to a d10 face's normal: neighbours across the rim then meet at a right angle."""
Ring = tuple[int, int, int, int, int]
"""What the upper five faces of a d10 show, around the pole; the opposite face makes it up to 9."""
USUAL_RING: Ring = (0, 8, 2, 6, 4)
"""Nearly all d10 have their even digits about one pole and their odd ones about the other, and 4 to the left of 6."""
UNUSUAL = 0.06
"""So many of the d10 made for learning are numbered otherwise: a neighbour hints at a digit and never tells it."""

SIDES = (6, 8, 10, 12, 20)


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A die's faces: normals, shape (n, 3), the way up of what stands on each, likewise, and the values.

    ``reach`` is how far the furthest corner lies from the middle.
    """

    normals: Matrix
    ups: Matrix
    values: tuple[int, ...]
    reach: float


@lru_cache(maxsize=256)
def solid(sides: int, slope: float = D10_SLOPE, ring: Ring = USUAL_RING) -> Solid:
    """Return the die with so many sides; ``slope`` (degrees) and ``ring`` are a d10's. A d10's 0 face has the value 10.

    >>> die = solid(10)
    >>> sorted({die.values[i] % 10 + die.values[i + 5] % 10 for i in range(5)})
    [9]
    >>> bool(np.allclose(die.normals[:5], -die.normals[5:]))
    True
    """
    if sides == 10:
        return _trapezohedron(slope, ring)
    normals = {6: _cube, 8: _octahedron, 12: _dodecahedron, 20: _icosahedron}[sides]()
    half = len(normals) // 2
    # Opposite faces lie half the list apart and add up to one more than the number of sides.
    values = (*range(1, half + 1), *(sides + 1 - value for value in range(1, half + 1)))
    return Solid(normals, np.roll(normals, 1, axis=0), values, {6: 1.732, 8: 1.732, 12: 1.258, 20: 1.258}[sides])


def drawn_ring(rng: np.random.Generator) -> Ring:
    """How a d10 of any maker is numbered: mostly as usual, else with any of two opposite digits above, in any order."""
    if rng.random() >= UNUSUAL:
        return USUAL_RING
    a, b, c, d, e = (int(pair) if rng.random() < 0.5 else 9 - int(pair) for pair in rng.permutation(5))
    return a, b, c, d, e


def _trapezohedron(slope: float, ring: Ring) -> Solid:
    lean = np.radians(slope)
    turns = np.radians(72 * np.arange(5))
    upper = np.stack([np.cos(turns) * np.cos(lean), np.sin(turns) * np.cos(lean), np.full(5, np.sin(lean))], axis=1)
    poles = np.repeat([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)], 5, axis=0)
    values = tuple(digit or 10 for digit in (*ring, *(9 - digit for digit in ring)))
    return Solid(np.concatenate([upper, -upper]), poles, values, 1 / np.sin(lean))


def _cube() -> Matrix:
    half = np.eye(3)[[2, 0, 1]]
    return np.concatenate([half, -half])


def _octahedron() -> Matrix:
    half = np.array([(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)]) / np.sqrt(3)
    return np.concatenate([half, -half])


def _dodecahedron() -> Matrix:
    golden = (1 + np.sqrt(5)) / 2
    half = np.array([(0, 1, golden), (0, -1, golden), (1, golden, 0), (-1, golden, 0), (golden, 0, 1), (golden, 0, -1)])
    half = half / np.linalg.norm(half[0])
    return np.concatenate([half, -half])


def _icosahedron() -> Matrix:
    golden = (1 + np.sqrt(5)) / 2
    half = [(1.0, 1.0, 1.0), (1, 1, -1), (1, -1, 1), (-1, 1, 1)]
    half += [(0, s / golden, golden) for s in (1, -1)]
    half += [(s / golden, golden, 0) for s in (1, -1)]
    half += [(golden, 0, s / golden) for s in (1, -1)]
    upright = np.array(half) / np.sqrt(3)
    return np.concatenate([upright, -upright])


def laid(shape: Solid, face: int, spin: float, lean: tuple[float, float] = (0.0, 0.0)) -> Matrix:
    """Return the rotation (3 × 3) that lays a solid with this face on top, its mark's top turned by ``spin`` radians.

    ``lean`` tips the die over after that, by so many radians towards so many radians from x: a cocked die.
    """
    top = shape.normals[face]
    up = in_plane(shape.ups[face], top)
    # Without spin the mark's top points away from the near player, and its right to x.
    flat = np.stack([np.cross(top, up), -up, top])
    cos, sin = np.cos(spin), np.sin(spin)
    turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ flat
    return np.asarray(_tipped(*lean) @ turned)


def in_plane(direction: Matrix, normal: Matrix) -> Matrix:
    """Return the part of a direction that lies in a face, length 1."""
    flat = direction - normal * (direction @ normal)
    return np.asarray(flat / np.linalg.norm(flat))


def _tipped(angle: float, towards: float) -> Matrix:
    return np.asarray(cv2.Rodrigues(angle * np.array([-np.sin(towards), np.cos(towards), 0.0]))[0], np.float64)
