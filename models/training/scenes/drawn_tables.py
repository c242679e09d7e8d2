"""Generated pictures of card tables with their labels."""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.artwork.faces import CARD_WIDTH
from companion.pictures.arrays import Floats, Matrix, Picture
from models.training.common.decks import UNKNOWN_DESIGN, Deck, Face
from models.training.scenes import variety
from models.training.scenes.card_drawing import UNIT, Sheet, draw_card
from models.training.scenes.drawn_layouts import STRIP, PlacedCard, lay_table, rotation
from models.training.scenes.lighting import light_up
from models.training.scenes.litter import strew_litter
from models.training.scenes.photography import photograph
from models.training.scenes.surfaces import paint_tabletop

_MAX_CARDS = 250
_MIDDLE = np.array([[0.3, 0.36], [0.7, 0.36], [0.7, 0.64], [0.3, 0.64]], np.float32)
"""Part of a card by which it is found as a whole, in shares of its size."""


@dataclass(frozen=True, slots=True)
class StripLabel:
    """An index strip: the card's code, corners (4 × 2) from the card's own corner on, visible share."""

    code: str
    corners: Floats
    visible: float


@dataclass(frozen=True, slots=True)
class CardLabel:
    """A card in the picture; ``code`` is None face down and for an unknown design.

    ``visible`` is the share of the card in view, ``middle`` the same of its middle part alone.
    """

    code: str | None
    corners: Floats
    visible: float
    strips: tuple[StripLabel, ...]
    middle: float = 0.0
    design: int = UNKNOWN_DESIGN
    back: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and its visible cards."""

    picture: Picture
    cards: tuple[CardLabel, ...]

    @property
    def strips(self) -> list[StripLabel]:
        """The index strips of all cards."""
        return [strip for card in self.cards for strip in card.strips]


def photograph_table(
    decks: tuple[Deck, ...],
    rng: np.random.Generator,
    size: tuple[int, int],
    card: float,
    backs: tuple[Face, ...] = (),
    worn: float = 0.0,
) -> Scene:
    """Return a picture of a random table.

    Args:
        decks: decks to choose from.
        rng: the source of randomness.
        size: height and width in pixels.
        card: approximate width of a card in pixels.
        backs: card backs, of which one table in three uses one instead of its deck's.
        worn: share of tables with worn cards.

    Returns:
        The picture and its labels.
    """
    height, width = size
    to_picture = _camera(size, card, rng)
    deck = variety.one_of(rng, decks)
    if backs and rng.random() < 1 / 3:
        deck = replace(deck, backs=(variety.one_of(rng, backs),))
    placed = lay_table(deck, rng, reach=0.75 * max(size) / card + 0.5)
    picture = paint_tabletop((width, height), rng, variety.TABLE_TOPS, card / CARD_WIDTH).astype(np.float32)
    owners = np.zeros((height, width), np.uint8)
    drawn: list[tuple[PlacedCard, Sheet]] = []
    slack = float(rng.choice(variety.SLACKS)) * card
    bows, sleeved = variety.one_of(rng, variety.BOWS), bool(rng.random() < variety.SLEEVED)
    wear = variety.drawn(rng, variety.WEAR) if worn and rng.random() < worn else 0.0
    paper = rng.uniform(*variety.PAPER, 3).astype(np.float32) * float(rng.uniform(0.9, 1.0))
    for item in placed:
        corners = _project(to_picture, item.outline()) + rng.normal(0, slack, (4, 2)).astype(np.float32)
        if not _is_in_picture(corners, size) or len(drawn) >= _MAX_CARDS:
            continue
        bow = (float(rng.normal(0, bows)), float(rng.normal(0, bows))) if bows else (0.0, 0.0)
        drawn.append((item, Sheet(corners, bow, sleeved, wear)))
        draw_card(picture, owners, item.face, drawn[-1][1], len(drawn), paper * float(rng.uniform(0.95, 1.03)), rng)
    strew_litter(picture, owners, card, rng)
    lit = light_up(picture, card, rng)
    cards = [_label_card(item.face, sheet, owners, number + 1) for number, (item, sheet) in enumerate(drawn)]
    return Scene(photograph(lit, rng), tuple(card for card in cards if card.visible > 0.02))


def _camera(size: tuple[int, int], card: float, rng: np.random.Generator) -> Matrix:
    """Return the homography from the table, in card widths, to the picture: any rotation, up to 32° of tilt."""
    height, width = size
    turn = float(rng.uniform(0, 2 * math.pi)) if rng.random() < 0.6 else float(rng.normal(0, 0.08))
    tilt = math.radians(float(rng.triangular(0, 0, variety.CARD_TILT)))
    focal = variety.drawn(rng, variety.FOCAL) * max(size)
    lean = rotation(float(rng.uniform(0, 2 * math.pi))) @ np.diag([1, math.cos(tilt)])
    lens = np.array([[*lean[0], 0], [*lean[1], 0], [0, math.sin(tilt), focal / card]])
    view = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    plane = np.eye(3)
    plane[:2, :2] = rotation(turn)
    plane[:2, 2] = rng.uniform(-1, 1, 2)
    return np.asarray(view @ lens @ plane)


def _project(matrix: Matrix, points: Matrix) -> Floats:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float32)


def _is_in_picture(corners: Floats, size: tuple[int, int]) -> bool:
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(high[0] > 0 and high[1] > 0 and low[0] < size[1] and low[1] < size[0])


def _label_card(face: Face, sheet: Sheet, owners: Picture, number: int) -> CardLabel:
    strips: tuple[StripLabel, ...] = ()
    if face.code is not None and face.indexed:
        strips = tuple(
            StripLabel(face.code, quad, _visible_share(quad, owners, number)) for quad in strips_of_sheet(sheet)
        )
    middle = _visible_share(sheet.to_pixels(_MIDDLE), owners, number)
    visible = _visible_share(sheet.corners, owners, number)
    return CardLabel(face.code, sheet.corners, visible, strips, middle, face.design, face.back)


def strips_of_sheet(sheet: Sheet) -> tuple[Floats, Floats]:
    """Return the two index strips (4 × 2) of a card, each from the card's corner on."""
    first = UNIT * np.array(STRIP, np.float32)
    pixels = sheet.to_pixels(np.concatenate([first, 1 - first]).astype(np.float32))
    return np.asarray(pixels[:4], np.float32), np.asarray(pixels[4:], np.float32)


def _visible_share(quad: Floats, owners: Picture, number: int) -> float:
    """Return the share of a quadrilateral whose pixels belong to the card ``number``; outside the picture none do."""
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 1
    part = owners[y0:y1, x0:x1] == number
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    if part.size == 0 or area < 1:
        return 0.0
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(mask, [np.round((quad - (x0 + 0.5, y0 + 0.5)) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return min(1.0, float((part & (mask > 0)).sum()) / area)
