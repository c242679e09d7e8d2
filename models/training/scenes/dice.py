"""Rendering of dice: ray casting of convex solids with rounded edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.artwork.letters import digit_strokes
from companion.artwork.raster import silhouette
from companion.artwork.shapes import Shape, circle
from companion.pieces import DieKind
from companion.vision.arrays import Matrix
from models.training.dice.solids import in_plane, laid, solid
from models.training.scenes.camera import Camera
from models.training.scenes.table_layout import LaidDie

_MARK = 128


@dataclass(frozen=True, slots=True)
class DieMaterial:
    """A die's plastic and its marks, BGR 0–1."""

    body: tuple[float, float, float]
    marks: tuple[float, float, float]
    gloss: float


@cache
def face_mark(kind: DieKind, value: int) -> NDArray[np.uint8]:
    """Return the engraving of a face, 0–255, shape (128, 128)."""
    if kind is DieKind.D10:
        return silhouette(digit_strokes(str(value % 10), "#000000"), _MARK)
    places = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi"}[value]
    spots = [(("abcdefghi".index(p) % 3 - 1) * 0.3, ("abcdefghi".index(p) // 3 - 1) * 0.3) for p in places]
    return silhouette(tuple(Shape((circle(x, y, 0.1),), "#000000") for x, y in spots), _MARK)


def render_die(
    die: LaidDie, material: DieMaterial, camera: Camera, light: Matrix, supersampling: int = 3
) -> tuple[Matrix, Matrix, tuple[int, int]] | None:
    """Return the die as the camera sees it, or None outside the picture.

    Args:
        die: the die.
        material: its colours.
        camera: the camera.
        light: direction of the light, length 1.
        supersampling: the square of it is the number of rays per pixel.

    Returns:
        Linear colours (h × w × 3, 0–1), coverage (h × w, 0–1), and the patch's top left pixel.
    """
    inner = die.size / 2
    middle = np.array([die.x, die.y, inner + die.lift])
    reach = die.size * 0.95
    box = camera.project(middle + reach * np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]))
    low = np.maximum(np.floor(box.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(box.max(axis=0)).astype(int), (camera.width, camera.height))
    width, height = high - low
    if width <= 0 or height <= 0:
        return None
    xs = low[0] + (np.arange(width * supersampling) + 0.5) / supersampling
    ys = low[1] + (np.arange(height * supersampling) + 0.5) / supersampling
    pixels = np.stack([*np.meshgrid(xs, ys), np.ones((height * supersampling, width * supersampling))], axis=-1)
    rays = pixels @ np.linalg.inv(camera.matrix[:, :3]).T
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    rays *= np.sign(rays[..., 2:]) * -1
    colours, cover = _shaded(die, material, (camera.position - middle) / inner, rays, light)
    small = (int(width), int(height))
    weighted = cv2.resize(colours * cover[..., None], small, interpolation=cv2.INTER_AREA)
    share = np.asarray(cv2.resize(cover, small, interpolation=cv2.INTER_AREA), dtype=np.float64)
    return weighted / np.maximum(share, 1e-6)[..., None], share, (int(low[0]), int(low[1]))


def _shaded(
    die: LaidDie, material: DieMaterial, position: Matrix, rays: Matrix, light: Matrix
) -> tuple[Matrix, Matrix]:
    shape = solid(die.kind.faces)
    # It tips over to one side of what stands on it, whichever way that is turned.
    lean = float(np.radians(die.lean)), float(np.radians(die.spin + 40))
    pose = laid(shape, shape.values.index(die.value), float(np.radians(die.spin)), lean)
    normals, ups = shape.normals @ pose.T, shape.ups @ pose.T
    towards = rays @ normals.T
    distance = (1.0 - position @ normals.T) / np.where(np.abs(towards) < 1e-9, 1e-9, towards)
    entering = np.where(towards < 0, distance, -np.inf)
    leaving = np.where(towards > 0, distance, np.inf)
    first, last = entering.max(axis=2), leaving.min(axis=2)
    cover = (first <= last).astype(np.float64)
    first = np.where(np.isfinite(first), first, 0)
    hit = position + rays * first[..., None]
    # Near an edge two faces are almost equally far out: their normals are blended, which rounds it.
    closeness = hit @ normals.T
    weights = np.exp(np.minimum(closeness - 1.0, 0.0) / 0.05)
    normal = weights @ normals
    normal /= np.maximum(np.linalg.norm(normal, axis=2, keepdims=True), 1e-9)
    engraved = _engraving(die.kind, shape.values, (normals, ups), hit, closeness.argmax(axis=2))
    diffuse = 0.42 + 0.62 * np.maximum(normal @ light, 0)
    half = light - rays
    half /= np.linalg.norm(half, axis=2, keepdims=True)
    shine = material.gloss * np.maximum((normal * half).sum(axis=2), 0) ** 40
    dim = 0.75 + 0.25 * np.clip((hit[..., 2] + 1) / 1.2, 0, 1)
    body = np.array(material.body) * (1 - engraved[..., None]) + np.array(material.marks) * engraved[..., None]
    return np.clip(body * (diffuse * dim)[..., None] + shine[..., None], 0, 1.5), cover


def _engraving(
    kind: DieKind, values: tuple[int, ...], faces: tuple[Matrix, Matrix], hit: Matrix, face: NDArray[np.intp]
) -> Matrix:
    """Return how much of each point is in a mark, 0–1; ``faces`` are normals and the marks' up directions."""
    marked = np.zeros(face.shape)
    for index, (normal, above) in enumerate(zip(*faces, strict=True)):
        here = face == index
        if not here.any():
            continue
        up = in_plane(above, normal)
        # The table is left-handed (x right, y near, z up), so this points to the mark's right.
        right = np.cross(normal, up)
        size = 1.0 if kind is DieKind.D10 else 2.0
        local = hit[here] - normal
        column = (local @ right / size + 0.5) * _MARK
        row = (0.5 - (local @ up + (0.08 if kind is DieKind.D10 else 0)) / size) * _MARK
        inside = (column >= 0) & (column < _MARK) & (row >= 0) & (row < _MARK)
        picture = face_mark(kind, values[index])
        depth = picture[np.clip(row.astype(int), 0, _MARK - 1), np.clip(column.astype(int), 0, _MARK - 1)] / 255
        marked[here] = np.where(inside, depth, 0)
    return marked
