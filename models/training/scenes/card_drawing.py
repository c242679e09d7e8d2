"""Drawing of one card: flat or bowed, bare or in a sleeve, with its shadow."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.common.decks import Face
from models.training.scenes import variety
from models.training.scenes.surfaces import Canvas, noise

UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
SHADOW_OFFSET = 0.05
"""Largest distance of the shadow, as a share of the card's width."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A card's shape in the picture: corners (4 × 2) in pixels, and the bow of its edges, in card widths and heights.

    ``bow`` moves the middle of the long edges sideways, and of the short edges lengthwise; corners stay.
    """

    corners: Floats
    bow: tuple[float, float] = (0.0, 0.0)
    sleeved: bool = False
    wear: float = 0.0
    """How deep its edges are white, in card widths."""

    def to_pixels(self, points: Floats) -> Floats:
        """Return the pixels (N × 2) of card points (N × 2, 0–1 across and down)."""
        u, v = points[:, 0], points[:, 1]
        bent = np.stack([u + self.bow[0] * 4 * v * (1 - v), v + self.bow[1] * 4 * u * (1 - u)], axis=1)
        matrix = cv2.getPerspectiveTransform(UNIT, self.corners)
        return np.asarray(cv2.perspectiveTransform(bent[None].astype(np.float32), matrix)[0], np.float32)

    def card_points(self, shape: tuple[int, int]) -> tuple[Floats, Floats]:
        """Return the card point of every pixel of a picture (height, width): across and down."""
        high, wide = shape
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32) + np.float32(0.5)
        a, b, c = cv2.getPerspectiveTransform(self.corners, UNIT).astype(np.float32)
        depth = c[0] * x + c[1] * y + c[2]
        u = (a[0] * x + a[1] * y + a[2]) / depth
        v = (b[0] * x + b[1] * y + b[2]) / depth
        if self.bow != (0.0, 0.0):
            u, v = u - self.bow[0] * 4 * v * (1 - v), v - self.bow[1] * 4 * u * (1 - u)
        return u, v


def draw_card(
    picture: Canvas,
    owners: Picture,
    face: Face,
    sheet: Sheet,
    number: int,
    paper: Floats,
    rng: np.random.Generator,
) -> None:
    """Draw a card with its shadow into a picture, in place.

    Args:
        picture: the picture.
        owners: the number of the card that each pixel shows; changed as well.
        face: the visible face.
        sheet: the card's shape.
        number: the card's number in ``owners``.
        paper: colour of the paper, BGR factors.
        rng: the source of randomness.
    """
    corners = sheet.corners
    width = float(np.linalg.norm(corners[1] - corners[0]))
    pad = int(2 + SHADOW_OFFSET * width * 2)
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + pad, (picture.shape[1], picture.shape[0]))
    part, owned = picture[y0:y1, x0:x1], owners[y0:y1, x0:x1]
    if part.size == 0:
        return
    local_sheet = replace(sheet, corners=corners - np.array([x0, y0], np.float32))
    u, v = local_sheet.card_points((part.shape[0], part.shape[1]))
    source = face.picture_for_width(width)
    high, wide = source.shape[:2]
    into = (u * wide - np.float32(0.5), v * high - np.float32(0.5))
    drawn = np.asarray(cv2.remap(source, *into, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
    mask = np.asarray(cv2.remap(_rounded(wide, high), *into, cv2.INTER_LINEAR), np.float32) / np.float32(255)
    _shade(part, mask, width, rng)
    curl = 1 + float(rng.normal(0, 0.04)) * np.linspace(-1, 1, part.shape[1], dtype=np.float32)
    if sheet.wear:
        drawn = _worn(drawn, u, v, sheet.wear, rng)
    part += mask[..., None] * (drawn * paper * curl[None, :, None] - part)
    if sheet.bow != (0.0, 0.0):
        part *= 1 + mask[..., None] * (float(rng.normal(0, 0.12)) * (np.clip(u, 0, 1) - 0.5))[..., None]
    if sheet.sleeved:
        _sleeve(part, u, v, rng)
    owned[mask > 0.5] = number


def _worn(drawn: Canvas, u: Floats, v: Floats, wear: float, rng: np.random.Generator) -> Canvas:
    """Return a card's picture with white, uneven edges and faded colours."""
    edge = np.minimum(np.minimum(u, 1 - u), 1.4 * np.minimum(v, 1 - v))
    uneven = 1 + 0.5 * noise(drawn.shape[0], drawn.shape[1], (3, 3), rng)
    white = np.clip(1.5 - edge / np.maximum(wear * uneven, 1e-3), 0, 0.9)[..., None]
    faded = drawn + float(rng.uniform(0, 0.15)) * (255 - drawn)
    return np.asarray(faded + white * (250 - faded), np.float32)


def _shade(part: Canvas, mask: Floats, width: float, rng: np.random.Generator) -> None:
    shift = rng.uniform(-1, 1, 2) * SHADOW_OFFSET * width
    size = (part.shape[1], part.shape[0])
    cast = cv2.warpAffine(mask, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), size)
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.5, 0.03 * width))
    part *= 1 - float(rng.uniform(0.15, 0.6)) * np.asarray(cast, np.float32)[..., None]


def _sleeve(part: Canvas, u: Floats, v: Floats, rng: np.random.Generator) -> None:
    """Draw a clear sleeve: a rim, a haze and a reflection of the lamp."""
    rim = variety.SLEEVE_RIM
    inside = ((u > -rim) & (u < 1 + rim) & (v > -rim) & (v < 1 + rim)).astype(np.float32)
    edge = inside * (np.minimum(np.minimum(u + rim, 1 + rim - u), np.minimum(v + rim, 1 + rim - v)) < 0.012)
    angle, place = float(rng.uniform(0, np.pi)), float(rng.uniform(-0.2, 1.2))
    along = np.abs(u * np.cos(angle) + v * np.sin(angle) - place)
    streak = np.exp(-((along / float(rng.uniform(0.03, 0.15))) ** 2)) * variety.drawn(rng, variety.SLEEVE_STREAK)
    share = inside * (variety.drawn(rng, variety.SLEEVE_HAZE) + streak) + 0.3 * edge
    part += np.clip(share, 0, 0.9)[..., None] * (float(rng.uniform(200, 255)) - part)


def _rounded(wide: int, high: int) -> Picture:
    """Return a card's mask, corners rounded by a twentieth of its width."""
    mask = np.zeros((high, wide), np.uint8)
    radius = wide // 20
    cv2.rectangle(mask, (radius, 0), (wide - radius - 1, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - radius - 1), 255, -1)
    for x in (radius, wide - radius - 1):
        for y in (radius, high - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask
