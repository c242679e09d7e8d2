"""Rendered hands from above: limbs joined to one surface under the lamp, with skin, nails and sleeve."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture
from models.training.stage.hand_model import Ball, Person, Pose, finger, limbs, thumb

PIXELS_PER_MM = 1.7
"""Scale of a hand's picture."""
SHADE_SCALE = 4
"""Factor by which the shadow masks are smaller."""
LEFT, TOP, RIGHT, BOTTOM = -110.0, -45.0, 110.0, 640.0
"""Bounds of a hand's picture in millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class HandPicture:
    """Colours under even light, BGR 0–255, shape (h, w, 3), and coverage of each pixel by the hand, 0–255.

    The shadow masks are the coverage at 1/``SHADE_SCALE`` of its size, blurred: one for the lamp, one for the room.
    """

    colours: Picture
    cover: Picture
    near_shade: Picture
    wide_shade: Picture


def _grid() -> tuple[Floats, Floats]:
    width, height = round((RIGHT - LEFT) * PIXELS_PER_MM), round((BOTTOM - TOP) * PIXELS_PER_MM)
    xs = (LEFT + (np.arange(width, dtype=np.float32) + 0.5) / PIXELS_PER_MM)[None]
    ys = (TOP + (np.arange(height, dtype=np.float32) + 0.5) / PIXELS_PER_MM)[:, None]
    return np.broadcast_to(xs, (height, width)), np.broadcast_to(ys, (height, width))


def _surface(chains: list[list[Ball]], size: float) -> Floats:
    """Return the height of the highest limb over each point; far below 0 where there is none."""
    xs, ys = _grid()
    high = np.full(xs.shape, -99.0, np.float32)
    for chain in chains:
        for (x0, y0, z0, r0), (x1, y1, z1, r1) in pairwise(chain):
            ax, ay, bx, by = (value * size for value in (x0, y0, x1, y1))
            reach = max(r0, r1) * size + 2
            near = _box(min(ax, bx) - reach, min(ay, by) - reach, max(ax, bx) + reach, max(ay, by) + reach)
            px, py = xs[near], ys[near]
            along = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / max(1e-3, (bx - ax) ** 2 + (by - ay) ** 2)
            along = np.clip(along, 0, 1)
            away = np.hypot(px - ax - along * (bx - ax), py - ay - along * (by - ay))
            radius = (r0 + along * (r1 - r0)) * size
            dome = radius**2 - away**2
            z = z0 + along * (z1 - z0) + np.sqrt(np.maximum(dome, 0))
            z = np.where(dome > 0, z, -99.0).astype(np.float32)
            below = high[near]
            # Two limbs that meet grow together as flesh does.
            close = np.maximum(0.0, 1 - np.abs(below - z) / 5.0)
            high[near] = np.where(
                (below > -90) & (z > -90), np.maximum(below, z) + 1.2 * close**2, np.maximum(below, z)
            )
    return high


def _lit(high: Floats, light: Matrix, softness: float) -> Floats:
    """Return the brightness of each point of a surface, about 0.3–1.1."""
    filled = np.where(high > -90, high, 0).astype(np.float32)
    smooth = cv2.GaussianBlur(filled, (0, 0), softness * PIXELS_PER_MM)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=PIXELS_PER_MM / 8)
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=PIXELS_PER_MM / 8)
    length = np.sqrt(dx**2 + dy**2 + 1)
    facing = (-dx * light[0] - dy * light[1] + light[2]) / length
    hollow = np.clip((filled - cv2.GaussianBlur(filled, (0, 0), 7 * PIXELS_PER_MM)) / 30, -0.35, 0.12)
    return np.asarray(0.40 + 0.62 * np.clip(facing, 0, 1) + 0.8 * hollow, dtype=np.float32)


@lru_cache(maxsize=32)
def hand_picture(person: Person, pose: Pose, light: tuple[float, float, float], seed: int) -> HandPicture:
    """Return a rendered hand.

    Args:
        person: whose hand.
        pose: its pose.
        light: direction of the lamp in the hand's own axes.
        seed: seed of skin and folds.

    Returns:
        The picture.
    """
    rng = np.random.default_rng([5, seed])
    skin, sleeve = limbs(person, pose)
    towards = np.array(light)
    flesh = _surface(skin, person.size)
    cloth = _surface(sleeve, 1.0)
    xs, ys = _grid()
    hem_at = person.cuff + 0.0035 * (xs - 4) ** 2
    cloth = np.where((cloth > -90) & (ys > hem_at), cloth + _folds(xs, ys, person.cuff, rng), -99)
    colours = _skin_colours(person, pose, xs, ys, rng) * _lit(flesh, towards, 0.7)[..., None]
    woven = np.array(person.sleeve, np.float32) * (1 + rng.normal(0, 0.05, (*xs.shape, 1)))
    hem = 1 - 0.3 * np.exp(-(((ys - hem_at - 14) / 1.2) ** 2))
    dressed = woven * (_lit(cloth.astype(np.float32), towards, 1.2) * hem)[..., None]
    over = cloth > np.maximum(flesh, -90) - 8
    colours = np.where(over[..., None], dressed, colours)
    cover = cv2.GaussianBlur((np.maximum(flesh, cloth) > -90).astype(np.float32), (0, 0), 0.8)
    if person.left:
        colours, cover = colours[:, ::-1], cover[:, ::-1]
    shown = np.clip(colours[..., ::-1], 0, 1) * 255
    covered = np.ascontiguousarray((cover * 255).astype(np.uint8))
    small = cv2.resize(covered, None, fx=1 / SHADE_SCALE, fy=1 / SHADE_SCALE, interpolation=cv2.INTER_AREA)
    near, wide = (np.asarray(cv2.GaussianBlur(small, (0, 0), sigma), dtype=np.uint8) for sigma in (3.5, 9.0))
    return HandPicture(np.ascontiguousarray(shown.astype(np.uint8)), covered, near, wide)


def _folds(xs: Floats, ys: Floats, cuff: float, rng: np.random.Generator) -> Floats:
    """Return a sleeve's wrinkles, in millimetres."""
    total = np.zeros(xs.shape, np.float32)
    for _ in range(9):
        slant, at, wide = rng.uniform(-0.5, 0.5), cuff + rng.uniform(-20, 330), rng.uniform(5, 13)
        total += np.float32(rng.uniform(0.6, 2.4)) * np.exp(-(((ys - at - slant * xs) / wide) ** 2))
    return total


def _skin_colours(person: Person, pose: Pose, xs: Floats, ys: Floats, rng: np.random.Generator) -> Floats:
    colours = np.broadcast_to(np.array(person.skin, np.float32), (*xs.shape, 3)).copy()
    coarse = rng.normal(0, 1, (40, 14)).astype(np.float32)
    blotches = cv2.resize(coarse, (xs.shape[1], xs.shape[0]), interpolation=cv2.INTER_CUBIC)
    colours *= (1 + 0.025 * blotches[..., None] * np.array([0.4, 1.0, 1.0])).astype(np.float32)
    for chain in [*(finger(number, pose) for number in range(4)), thumb(pose)[1:]]:
        for (x, y, _, radius), red in zip(chain, (0.05, 0.07, 0.05, 0.09), strict=False):
            near = _around(x * person.size, y * person.size, 2 * radius)
            away = (xs[near] - x * person.size) ** 2 + (ys[near] - y * person.size) ** 2
            spot = np.exp(-away / (0.8 * radius) ** 2)
            colours[near] *= 1 - red * spot[..., None] * np.array([0.2, 1.0, 0.9], np.float32)
        if pose in (Pose.FLAT, Pose.PINCH, Pose.POINT):
            _nail(colours, chain, person, xs, ys)
    return np.asarray(colours, dtype=np.float32)


def _around(x: float, y: float, reach: float) -> tuple[slice, slice]:
    """Return the slices of a hand's picture within ``reach`` of a place."""
    return _box(x - reach, y - reach, x + reach, y + reach)


def _box(left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
    """Return the slices of a hand's picture for these bounds in millimetres."""
    rows = [max(0, int((y - TOP) * PIXELS_PER_MM)) for y in (top, bottom)]
    columns = [max(0, int((x - LEFT) * PIXELS_PER_MM)) for x in (left, right)]
    return slice(rows[0], rows[1] + 1), slice(columns[0], columns[1] + 1)


def _nail(colours: Floats, chain: list[Ball], person: Person, xs: Floats, ys: Floats) -> None:
    (x0, y0, z0, _), (x1, y1, z1, radius) = chain[-2:]
    if z1 < 8 and z0 - z1 > 14:
        return
    near = _around(x1 * person.size, y1 * person.size, 2 * radius)
    ahead = np.array([x1 - x0, y1 - y0])
    ahead = ahead / max(1e-3, float(np.hypot(*ahead)))
    px, py = xs[near] / person.size - x1, ys[near] / person.size - y1
    along, across = px * ahead[0] + py * ahead[1], -px * ahead[1] + py * ahead[0]
    inside = (((along - 0.5) / (0.75 * radius)) ** 2 + (across / (0.58 * radius)) ** 2) ** 2
    nail = np.exp(-(inside**2))[..., None] * 0.55
    tone = np.array(person.skin, np.float32) * np.array([1.1, 1.08, 1.12], np.float32) + 0.04
    colours[near] = colours[near] * (1 - nail) + tone * nail
