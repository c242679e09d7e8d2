"""Refinement of a card's outline: a line is fitted to each edge that is seen nearby; corners are where lines cross."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.cardframe import Bytes, Doubles, Floats

REACHES = (0.07, 0.04)
"""How far from where it should be an edge is looked for, at first and again, in card widths."""

_ALONG = np.linspace(0.12, 0.88, 40)
_FAINT = 6.0
"""Steps in brightness, of 255, below which a profile shows no edge."""


def sharpened(pixels: Bytes, outline: Doubles) -> Doubles:
    """The outline (4 × 2, pixels) moved onto the edges seen near it; an edge that cannot be seen stays as it was."""
    for reach in REACHES:
        outline = _moved(pixels, outline, reach)
    return outline


def _moved(pixels: Bytes, outline: Doubles, reach: float) -> Doubles:
    width = float(np.linalg.norm(outline[1] - outline[0]) + np.linalg.norm(outline[2] - outline[3])) / 2
    margin = int(reach * width) + 4
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0)
    high = np.ceil(outline.max(axis=0)).astype(int) + margin
    part = pixels[low[1] : high[1], low[0] : high[0]]
    # Of a speck that was taken for a card no edge can be looked for.
    if part.shape[0] < 4 or part.shape[1] < 4 or round(reach * width) < 1:
        return outline
    soft = np.asarray(cv2.GaussianBlur(part, (0, 0), max(0.6, width / 250)), np.float32)
    here = outline - low
    lines = [_line(soft, here[i], here[(i + 1) % 4], reach * width) for i in range(4)]
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return outline
    moved = np.array(corners, np.float64) + low
    return moved if np.abs(moved - outline).max() < 2.5 * reach * width else outline


def _line(soft: Floats, start: Doubles, end: Doubles, reach: float) -> Doubles:
    """A point and a direction, (2, 2), of the edge that runs from about ``start`` to about ``end``."""
    along = end - start
    unit = along / max(float(np.linalg.norm(along)), 1e-6)
    out = np.array([unit[1], -unit[0]])
    steps = np.arange(-round(reach), round(reach) + 1, dtype=np.float64)
    points = start + _ALONG[:, None, None] * along + steps[None, :, None] * out
    x, y = (points[..., axis].astype(np.float32) - np.float32(0.5) for axis in (0, 1))
    profiles = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = np.abs(np.diff(profiles, axis=1)).sum(axis=2)
    # Nearer is likelier: frames and pictures inside the card have edges too.
    change *= 1 - 0.5 * np.abs((steps[:-1] + 0.5) / max(reach, 1))
    best = change.argmax(axis=1)
    clear = change[np.arange(len(best)), best] > _FAINT
    if clear.sum() < len(best) / 3:
        return np.stack([start, unit])
    edge = start + _ALONG[clear, None] * along + (steps[best[clear]] + 0.5)[:, None] * out
    vx, vy, px, py = cv2.fitLine(edge.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([[px, py], [vx, vy]], np.float64)


def _crossing(one: Doubles, other: Doubles) -> Doubles | None:
    """Where two lines meet; None for lines that run almost alongside each other."""
    sides = np.column_stack([one[1], -other[1]])
    if abs(float(np.linalg.det(sides))) < 0.2:
        return None
    share = np.linalg.solve(sides, other[0] - one[0])
    return np.asarray(one[0] + share[0] * one[1])
