"""Cut one card out of a picture to teach a deck: a scan, or a photo with the card somewhere in it.

The design is unknown yet: the card is segmented from the cloth as a contour with a card's shape.
"""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.locale import Message
from companion.pictures.arrays import Matrix, Picture
from companion.vision.cards.edges import refine_outline

WIDTH, HEIGHT = 300, 420
"""Size of a card cut out of a photo, pixels."""

SEARCH_SIDE = 640
"""Longer side at which the card is searched, pixels."""

ASPECT_RANGE = (1.2, 1.78)
"""Height over width of a card seen slightly from the side, or of its scan."""

MIN_FILL = 0.9
"""Share of its bounding rectangle that a card fills."""

AREA_RANGE = (0.03, 0.93)
"""Share of a photo that its card covers."""

MIN_RIM_CORRELATION = 0.4
"""Correlation, -1 to 1, of a scan's rim with the same rim turned by half."""


class NoSingleCard(CompanionError):
    """Raise for a picture without a card, or with more than one."""


def cut_single_card(pixels: Picture, name: str) -> Picture:
    """Return the card in a picture, upright: a scan as it is, a card in a photo cut out.

    Args:
        pixels: Height × width × 3, BGR.
        name: The picture's name in errors.

    Returns:
        The card's pixels.

    Raises:
        NoSingleCard: There is no card, or more than one.
    """
    height, width = pixels.shape[:2]
    outlines = _outlines(pixels)
    like_a_card = ASPECT_RANGE[0] < height / width < ASPECT_RANGE[1]
    if like_a_card and (not outlines or _has_symmetric_rim(pixels)):
        return pixels
    if not outlines:
        raise NoSingleCard(
            name,
            Message("no card found"),
            Message("put one card on a plain cloth of a different colour and photograph it from above"),
        )
    largest = max(outlines, key=_area)
    if any(_is_outside(largest, other) for other in outlines if _area(other) > _area(largest) / 2):
        raise NoSingleCard(
            name,
            Message("more than one card found"),
            Message("photograph each card separately and name the picture after the card's code"),
        )
    return _cut_out(pixels, refine_outline(pixels, largest))


def _outlines(pixels: Picture) -> list[Matrix]:
    """Return the contours with a card's shape that differ from the cloth at the picture's edge (4 × 2 pixels each)."""
    zoom = min(1.0, SEARCH_SIDE / max(pixels.shape[:2]))
    small = np.asarray(cv2.resize(pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    area = small.shape[0] * small.shape[1]
    found = []
    for mask in _masks(small):
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            hull = cv2.convexHull(contour)
            outline = _quad(np.asarray(hull, np.int32))
            size = float(cv2.contourArea(hull))
            if outline is None or not AREA_RANGE[0] * area < size < AREA_RANGE[1] * area:
                continue
            if _has_card_shape(outline, size) and _is_inside_picture(outline, small):
                found.append(np.asarray(outline / zoom, np.float64))
    return found


def _masks(small: Picture) -> Iterator[Picture]:
    """Yield masks of what differs from the background, by several measures and limits: 255 where it does."""
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = max(4, min(small.shape[:2]) // 40)
    background = np.concatenate([lab[:rim].reshape(-1, 3), lab[-rim:].reshape(-1, 3), lab[:, :rim].reshape(-1, 3)])
    middle = np.median(background, axis=0)
    spread = np.maximum(np.median(np.abs(background - middle), axis=0) * 1.5, (4.0, 2.0, 2.0))
    difference = np.abs(lab - middle)
    for measure in (
        np.sqrt(((difference / spread) ** 2).sum(axis=2)) * 8,
        np.sqrt((difference**2).sum(axis=2)),
        lab[..., 0],
    ):
        level = np.asarray(np.clip(measure, 0, 255), np.uint8)
        usual, _ = cv2.threshold(level, 0, 255, cv2.THRESH_OTSU)
        for limit in (0.6 * usual, usual, 1.3 * usual):
            mask = np.asarray((level > limit).astype(np.uint8) * 255, np.uint8)
            kernel = np.ones((5, 5), np.uint8)
            closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, kernel, iterations=2)
            yield np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel, iterations=2), np.uint8)


def _quad(hull: NDArray[np.int32]) -> Matrix | None:
    """Return the quadrilateral that a hull nearly is, clockwise from its top left; None if it is none."""
    length = cv2.arcLength(hull, True)
    for slack in (0.02, 0.03, 0.045, 0.06):
        corners = cv2.approxPolyDP(hull, slack * length, True)
        if len(corners) == 4:
            points = np.asarray(corners.reshape(4, 2), np.float64) + 0.5
            around = points - points.mean(axis=0)
            turned = points[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
            return np.asarray(np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0))
    return None


def _has_card_shape(outline: Matrix, size: float) -> bool:
    (_, sides, _) = cv2.minAreaRect(outline.astype(np.float32))
    short, long = min(sides), max(sides)
    return bool(short > 0 and ASPECT_RANGE[0] < long / short < ASPECT_RANGE[1] and size / (short * long) > MIN_FILL)


def _is_inside_picture(outline: Matrix, picture: Picture) -> bool:
    """Return whether an outline keeps clear of the picture's edge."""
    height, width = picture.shape[:2]
    edge = 0.01 * max(height, width)
    low, high = outline.min(axis=0), outline.max(axis=0)
    return bool((low > edge).all() and high[0] < width - edge and high[1] < height - edge)


def _has_symmetric_rim(pixels: Picture) -> bool:
    """Return whether a picture's rim is the same after half a turn: true of a card's two indices, not of a cloth."""
    grey = cv2.cvtColor(cv2.resize(pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 2)
    fine = soft - cv2.GaussianBlur(soft, (0, 0), 20)
    rim = np.ones(fine.shape, np.bool_)
    rim[HEIGHT // 8 : -HEIGHT // 8, WIDTH // 7 : -WIDTH // 7] = False
    here, there = fine[rim], fine[::-1, ::-1][rim]
    return bool((here * there).mean() > MIN_RIM_CORRELATION * max(float((here**2).mean()), 1.0))


def _area(outline: Matrix) -> float:
    return float(cv2.contourArea(outline.astype(np.float32)))


def _is_outside(one: Matrix, other: Matrix) -> bool:
    """Return whether the middle of an outline lies outside another."""
    x, y = other.mean(axis=0)
    return bool(cv2.pointPolygonTest(one.astype(np.float32).reshape(-1, 1, 2), (float(x), float(y)), False) < 0)


def _cut_out(pixels: Picture, outline: Matrix) -> Picture:
    """Return the card at an outline, seen from straight above with its shorter edge at the bottom."""
    a, b, _, d = outline
    if np.linalg.norm(b - a) > np.linalg.norm(d - a):
        outline = np.roll(outline, 1, axis=0)
    upright = outline if outline[0, 1] < outline[2, 1] else np.roll(outline, 2, axis=0)
    frame = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(upright.astype(np.float32) - np.float32(0.5), frame)
    return np.asarray(cv2.warpPerspective(pixels, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR), np.uint8)
