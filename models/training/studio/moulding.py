"""The bodies of dice as meshes with rounded edges and corners, and flat maps of their faces to print marks on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from models.training.dice.solids import D10_SLOPE, USUAL_RING, Array, Ring, Solid, in_plane, solid

FINE = 5
"""So often the triangles of an icosahedron are divided by four: 20,480 of them are a body."""
REACHES = {4: 2.9, 6: 1.42, 8: 1.5, 10: 1.25, 12: 0.95, 20: 0.8}
"""How far a face's square reaches from its mark's middle, in inner radii: further than the face."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A convex body whose faces lie at distance 1 from its middle.

    ``ups``, ``rights`` and ``middles`` (faces × 3) are the axes of what stands on each face and where it stands;
    ``span`` is how far its square of the marks' picture reaches from there, in inner radii.
    """

    shape: Solid
    ups: Array
    rights: Array
    middles: Array
    span: float


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    """Corners (n × 3), triangles (m × 3), the face of the body that each lies on (m), and flat maps (m × 3 × 2).

    A map says where a triangle's corners lie in their face's square: 0 to 1, to the right and up.
    """

    corners: Array
    triangles: NDArray[np.int32]
    faces: NDArray[np.intp]
    maps: NDArray[np.float32]


@lru_cache(maxsize=256)
def body(sides: int, slope: float = D10_SLOPE, ring: Ring = USUAL_RING) -> Body:
    """The die with so many sides (4, 6, 8, 10, 12, 20); ``slope`` (degrees) and ``ring`` are a d10's."""
    # Blender's table is right-handed, y away from the near player, and a ring would run the other way round on it.
    shape = _tetrahedron() if sides == 4 else solid(sides, slope, ring[::-1])
    ups = np.stack([in_plane(up, normal) for up, normal in zip(shape.ups, shape.normals, strict=True)])
    return Body(shape, ups, np.cross(ups, shape.normals), shape.normals.copy(), REACHES[sides])


def _tetrahedron() -> Solid:
    normals = np.array([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]) / np.sqrt(3)
    return Solid(normals, np.roll(normals, 1, axis=0), (1, 2, 3, 4), 3.0)


def mesh(body: Body, rounding: float, ball: float) -> Mesh:
    """The body with its edges rounded about so wide (inner radii), cut by a ball of so large a radius.

    >>> cube = mesh(body(6), 0.05, 1.5)
    >>> float(cube.corners.max().round(2)), float(np.linalg.norm(cube.corners, axis=1).max().round(1))
    (1.0, 1.5)
    """
    rays, triangles = _sphere()
    nearness = rays @ body.shape.normals.T
    inverse = np.concatenate([nearness, np.full((len(rays), 1), 1 / ball)], axis=1)
    # A soft maximum of 1 / distance is a soft minimum of the distances: edges are rounded, faces stay flat.
    sharp = 1.2 / max(0.01, rounding)
    highest = inverse.max(axis=1, keepdims=True)
    soft = highest[:, 0] + np.log(np.exp(sharp * (inverse - highest)).sum(axis=1)) / sharp
    corners = rays / soft[:, None]
    faces = (corners[triangles].mean(axis=1) @ body.shape.normals.T).argmax(axis=1)
    local = corners[triangles] - body.middles[faces][:, None]
    along = [np.einsum("tcx,tx->tc", local, axes[faces]) / (2 * body.span) + 0.5 for axes in (body.rights, body.ups)]
    return Mesh(corners, triangles, faces, np.clip(np.stack(along, axis=2), 0, 1).astype(np.float32))


@cache
def _sphere() -> tuple[Array, NDArray[np.int32]]:
    """Points on the unit sphere and triangles between them, from an icosahedron's."""
    golden = (1 + np.sqrt(5)) / 2
    points = [(0.0, a, b * golden) for a in (-1, 1) for b in (-1, 1)]
    points = [tuple(np.roll(point, turn)) for turn in range(3) for point in points]
    corners = np.array(points) / np.hypot(1, golden)
    apart = np.linalg.norm(corners[:, None] - corners[None], axis=2)
    near = (apart > 0) & (apart < 1.1)
    triangles = np.array(
        [
            (i, j, k) if np.linalg.det(corners[[i, j, k]]) > 0 else (i, k, j)
            for i in range(12)
            for j in range(i)
            for k in range(j)
            if near[i, j] and near[j, k] and near[i, k]
        ]
    )
    for _ in range(FINE):
        corners, triangles = _divided(corners, triangles)
    return corners, triangles.astype(np.int32)


def _divided(corners: Array, triangles: NDArray[np.intp]) -> tuple[Array, NDArray[np.intp]]:
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    unique, which = np.unique(edges, axis=0, return_inverse=True)
    middles = corners[unique].sum(axis=1)
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    ab, bc, ca = (which.reshape(-1)[part * len(triangles) :][: len(triangles)] + len(corners) for part in range(3))
    a, b, c = triangles.T
    parts = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.concatenate([corners, middles]), np.concatenate([np.stack(part, axis=1) for part in parts])
