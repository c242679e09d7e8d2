"""Refine a card's outline: fit a line to each visible edge nearby; the corners are where lines cross."""

from functools import cache

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Ints, Matrix, Picture

REACHES = (0.07, 0.04)
"""Card widths around its expected place in which an edge is searched, at first and again."""

_ALONG = np.linspace(0.12, 0.88, 25)
_BEYOND, _NEAR = np.linspace(1.08, 1.38, 15), np.arange(-4.0, 5.0)
"""Where lines may go on, in edges from the first corner, and pixels to either side of them."""
_FAINT, _CLEAR = 6.0, 60.0
"""Steps in brightness, of 255: below, for all colours together, a line is no edge; above, each counts no more."""
_FINEST = 14.0
"""Places that are tried to either side."""


def refine_outline(pixels: Picture, outline: Matrix) -> Matrix:
    """Return an outline (4 × 2 pixels) moved onto the edges near it; an invisible edge stays."""
    for reach in REACHES:
        outline = _moved(pixels, outline, reach)
    return outline


def lines_beyond(pixels: Picture, outline: Matrix) -> float:
    """Return how clear the lines of an outline's edges are beyond its corners, in those of the edges themselves.

    A card's edges end at its corners, and so do some in a row of cards. Of a checked cloth's square most go on.

    Args:
        pixels: The picture.
        outline: The outline (4 × 2 pixels).

    Returns:
        The share that five of the eight lines reach, near 0 for a card that lies alone.
    """
    along = outline[[1, 2, 3, 0]] - outline
    normals = along[:, ::-1] * (1, -1) / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    steps = np.concatenate([_ALONG, _BEYOND, 1 - _BEYOND])[:, None, None] * along[:, None, None]
    points = outline[:, None, None] + steps + _NEAR[:, None] * normals[:, None, None]
    x, y = (points[..., axis].reshape(-1, len(_NEAR)).astype(np.float32) - np.float32(0.5) for axis in (0, 1))
    shown = cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    shown = shown.reshape(4, -1, len(_NEAR), shown.shape[-1])
    change = np.abs(shown[:, :, 3:] - shown[:, :, :-3]).mean(axis=3)
    parts = np.split(change, (len(_ALONG), len(_ALONG) + len(_BEYOND)), axis=1)
    own, *further = (part.mean(axis=1).max(axis=1) for part in parts)
    return float(np.sort(np.concatenate(further) / np.maximum(np.tile(own, 2), 1.0))[3])


def _moved(pixels: Picture, outline: Matrix, reach: float) -> Matrix:
    width = float(np.linalg.norm(outline[1] - outline[0]) + np.linalg.norm(outline[2] - outline[3])) / 2
    margin = int(reach * width) + 4
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0)
    high = np.ceil(outline.max(axis=0)).astype(int) + margin
    part = pixels[low[1] : high[1], low[0] : high[0]]
    # A speck mistaken for a card has no edges to search.
    if part.shape[0] < 4 or part.shape[1] < 4 or round(reach * width) < 1:
        return outline
    soft = np.asarray(cv2.GaussianBlur(part, (0, 0), max(0.6, width / 250)), np.float32)
    here = outline - low
    lines = _fit_lines(soft, here, reach * width)
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return outline
    moved = np.array(corners, np.float64) + low
    return moved if np.abs(moved - outline).max() < 2.5 * reach * width else outline


def _fit_lines(soft: Floats, outline: Matrix, reach: float) -> list[Matrix]:
    """Return a point and a direction (2 × 2) of each edge of an outline.

    Along a card's edge all colours change alike; those of a patterned table, of shadows and of pictures do so in places
    only. The line with the most change together wins (a Hough transform over where it begins and ends).
    """
    along = outline[[1, 2, 3, 0]] - outline
    units = along / np.array([[max(float(np.linalg.norm(edge)), 1e-6)] for edge in along])
    outwards = units[:, ::-1] * (1, -1)
    spacing = max(1.0, reach / _FINEST)
    steps = spacing * np.arange(-round(reach / spacing), round(reach / spacing) + 1, dtype=np.float64)
    edges, across = along[:, None, None], outwards[:, None, None]
    points = outline[:, None, None] + _ALONG[:, None, None] * edges + steps[:, None] * across
    x, y = (points[..., axis].reshape(-1, len(steps)).astype(np.float32) - np.float32(0.5) for axis in (0, 1))
    profiles = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    change = np.clip(np.diff(profiles, axis=1), -_CLEAR, _CLEAR)
    begins, ends, at = _candidate_lines(change.shape[1])
    joint_change = np.abs(change.reshape(4, -1, 3).take(at, axis=1).sum(axis=2)).sum(axis=2) / len(_ALONG)
    # Nearer is likelier: frames and pictures inside the card have edges too.
    middle = (change.shape[1] - 1) / 2
    joint_change *= 1 - 0.25 * (np.abs(begins - middle) + np.abs(ends - middle)) / middle
    lines = []
    for number, best in enumerate(joint_change.argmax(axis=1)):
        start, end, out = outline[number], outline[(number + 1) % 4], outwards[number]
        if joint_change[number, best] < _FAINT:
            lines.append(np.stack([start, units[number]]))
            continue
        first = start + spacing * (begins[best] - middle) * out
        last = end + spacing * (ends[best] - middle) * out
        lines.append(np.stack([first, (last - first) / np.linalg.norm(last - first)]))
    return lines


@cache
def _candidate_lines(count: int) -> tuple[Ints, Ints, Ints]:
    """Return the lines tried among so many steps: where each begins and ends, and the indices of what it crosses."""
    begins, ends = (grid.ravel() for grid in np.mgrid[:count, :count])
    near = np.abs(begins - ends) <= count // 2
    begins, ends = begins[near], ends[near]
    at = begins[:, None] + np.round((ends - begins)[:, None] * _ALONG)
    return begins, ends, np.asarray(at + count * np.arange(len(_ALONG)), np.intp)


def _crossing(one: Matrix, other: Matrix) -> Matrix | None:
    """Return where two lines meet; None for nearly parallel lines."""
    sides = np.column_stack([one[1], -other[1]])
    if abs(float(np.linalg.det(sides))) < 0.2:
        return None
    share = np.linalg.solve(sides, other[0] - one[0])
    return np.asarray(one[0] + share[0] * one[1])
