"""One picture of a card table with everything known about it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.train.cards.decks import Deck, Face, Picture
from models.train.cards.layouts import STRIP, Placed, lay_table, rotation
from models.train.cards.light import light_up, photograph
from models.train.cards.surfaces import Canvas, lay_surface, strew_clutter

_MOST_CARDS = 250
_SHADOW = 0.05


@dataclass(frozen=True, slots=True)
class SeenStrip:
    """An index strip: its card's code, 4 × 2 corners from the card's own corner on, the share that can be seen."""

    code: str
    corners: NDArray[np.float32]
    visible: float


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in the picture; ``code`` is None face down; ``visible`` counts what leaves the picture as unseen."""

    code: str | None
    corners: NDArray[np.float32]
    visible: float
    strips: tuple[SeenStrip, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and the cards of which anything can be seen."""

    picture: Picture
    cards: tuple[SeenCard, ...]

    @property
    def strips(self) -> list[SeenStrip]:
        return [strip for card in self.cards for strip in card.strips]


def photograph_table(decks: tuple[Deck, ...], rng: np.random.Generator, size: tuple[int, int], card: float) -> Scene:
    """A new table, ``size`` (height, width) pixels, where a card is about ``card`` pixels wide."""
    height, width = size
    to_picture = _camera(size, card, rng)
    placed = lay_table(decks, rng, reach=0.75 * max(size) / card + 0.5)
    picture = lay_surface(height, width, rng)
    owners = np.zeros((height, width), np.uint8)
    drawn: list[tuple[Placed, NDArray[np.float32]]] = []
    slack = float(rng.choice([0.0, 0.006, 0.015])) * card
    paper = rng.uniform(0.86, 1.02, 3).astype(np.float32) * float(rng.uniform(0.9, 1.0))
    for thing in placed:
        corners = _project(to_picture, thing.outline()) + rng.normal(0, slack, (4, 2)).astype(np.float32)
        if not _touches(corners, size) or len(drawn) >= _MOST_CARDS:
            continue
        drawn.append((thing, corners))
        _draw_card(picture, owners, thing.face, corners, len(drawn), paper * float(rng.uniform(0.95, 1.03)), rng)
    strew_clutter(picture, owners, card, rng)
    lit = light_up(picture, card, rng)
    cards = [_seen(thing.face, corners, owners, number + 1) for number, (thing, corners) in enumerate(drawn)]
    return Scene(photograph(lit, rng), tuple(card for card in cards if card.visible > 0.02))


def _camera(size: tuple[int, int], card: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The homography from the table, in card widths, to the picture: any turn, up to 30° of tilt."""
    height, width = size
    turn = float(rng.uniform(0, 2 * math.pi)) if rng.random() < 0.6 else float(rng.normal(0, 0.08))
    tilt = math.radians(float(rng.triangular(0, 0, 32)))
    focal = float(rng.uniform(1.0, 6.0)) * max(size)
    lean = rotation(float(rng.uniform(0, 2 * math.pi))) @ np.diag([1, math.cos(tilt)])
    lens = np.array([[*lean[0], 0], [*lean[1], 0], [0, math.sin(tilt), focal / card]])
    view = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    plane = np.eye(3)
    plane[:2, :2] = rotation(turn)
    plane[:2, 2] = rng.uniform(-1, 1, 2)
    return np.asarray(view @ lens @ plane)


def _project(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float32]:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float32)


def _touches(corners: NDArray[np.float32], size: tuple[int, int]) -> bool:
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(high[0] > 0 and high[1] > 0 and low[0] < size[1] and low[1] < size[0])


def _draw_card(
    picture: Canvas,
    owners: NDArray[np.uint8],
    face: Face,
    corners: NDArray[np.float32],
    number: int,
    paper: NDArray[np.float32],
    rng: np.random.Generator,
) -> None:
    """Draws a card with its shadow into its part of the picture; its pixels belong to ``number``."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    pad = int(2 + _SHADOW * width * 2)
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + pad, (picture.shape[1], picture.shape[0]))
    part, owned = picture[y0:y1, x0:x1], owners[y0:y1, x0:x1]
    if part.size == 0:
        return
    here = corners - np.array([x0, y0], np.float32)
    source = face.nearest(width)
    high, wide = source.shape[:2]
    frame = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    warp = cv2.getPerspectiveTransform(frame, here)
    size = (part.shape[1], part.shape[0])
    drawn = np.asarray(cv2.warpPerspective(source, warp, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
    mask = np.asarray(cv2.warpPerspective(_rounded(wide, high), warp, size), np.float32) / 255
    shift = rng.uniform(-1, 1, 2) * _SHADOW * width
    cast = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), size)
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.5, 0.03 * width))
    part *= 1 - float(rng.uniform(0.15, 0.6)) * np.asarray(cast, np.float32)[..., None]
    curl = 1 + float(rng.normal(0, 0.04)) * np.linspace(-1, 1, size[0], dtype=np.float32)
    part += mask[..., None] * (drawn * paper * curl[None, :, None] - part)
    owned[mask > 0.5] = number


def _rounded(wide: int, high: int) -> NDArray[np.uint8]:
    """A card's shape: white on black, corners rounded by a twentieth of its width."""
    mask = np.zeros((high, wide), np.uint8)
    radius = wide // 20
    cv2.rectangle(mask, (radius, 0), (wide - radius - 1, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - radius - 1), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def _seen(face: Face, corners: NDArray[np.float32], owners: NDArray[np.uint8], number: int) -> SeenCard:
    strips: tuple[SeenStrip, ...] = ()
    if face.code is not None and face.indexed:
        quads = strips_of(corners)
        strips = tuple(SeenStrip(face.code, quad, _share(quad, owners, number)) for quad in quads)
    return SeenCard(face.code, corners, _share(corners, owners, number), strips)


def strips_of(corners: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The two index strips of a card (4 × 2 corners), each from the card's corner on."""
    wide, high = STRIP
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_card = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    first = unit * (wide, high)
    both = np.concatenate([first, 1 - first]).astype(np.float32)
    pixels = cv2.perspectiveTransform(both[None], to_card)[0]
    return np.asarray(pixels[:4], np.float32), np.asarray(pixels[4:], np.float32)


def _share(quad: NDArray[np.float32], owners: NDArray[np.uint8], number: int) -> float:
    """Which share of a quadrilateral belongs to the card ``number``; what lies outside the picture does not."""
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 1
    part = owners[y0:y1, x0:x1] == number
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    if part.size == 0 or area < 1:
        return 0.0
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(mask, [np.round((quad - (x0 + 0.5, y0 + 0.5)) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return min(1.0, float((part & (mask > 0)).sum()) / area)
