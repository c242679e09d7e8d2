"""Rendering of a table: cards, tokens and dice under one lamp, with shadows."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH
from companion.artwork.glyphs import suit_path
from companion.artwork.palette import SUIT_INKS, rgb
from companion.artwork.shapes import circle, rectangle
from companion.pictures.arrays import Floats, Matrix, Picture
from models.training.common.decks import HEIGHT, WIDTH, Deck
from models.training.dice.materials import Material, drawn_plastic
from models.training.scenes.camera import Camera
from models.training.scenes.dice import render_die
from models.training.scenes.surfaces import RENDERED_SCALE
from models.training.scenes.table_layout import LaidCard, LaidDie, LaidToken, Table

_SUPERSAMPLING = 2
_SHIFT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A lamp: its direction (length 1, z up), the hardness of its shadows (0–1), and its colour, BGR."""

    direction: Matrix
    hardness: float
    colour: Matrix


class Canvas:
    """A picture in progress: colour and light as planes of their own, and the number of the thing at each pixel."""

    def __init__(self, camera: Camera, tabletop: Picture, lamp: Lamp) -> None:
        self.camera = camera
        self.fine = camera.scale(_SUPERSAMPLING)
        self.lamp = lamp
        self.colour = np.zeros((self.fine.height, self.fine.width, 3), np.uint8)
        self.light: Floats = np.ones((camera.height, camera.width), np.float32)
        self.shine: Floats = np.zeros((camera.height, camera.width, 3), np.float32)
        self.things: NDArray[np.int16] = np.full((camera.height, camera.width), -1, np.int16)
        self._lay_tabletop(tabletop)

    def _lay_tabletop(self, tabletop: Picture) -> None:
        height, width = tabletop.shape[:2]
        source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        corners = self.fine.project((source - np.array([width, height]) / 2) / RENDERED_SCALE)
        matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
        cv2.warpPerspective(
            tabletop, matrix, (self.fine.width, self.fine.height), self.colour, cv2.INTER_LINEAR, cv2.BORDER_REFLECT
        )

    def copy(self) -> Canvas:
        """Return a canvas that can be drawn on without changing this one."""
        twin = copy(self)
        twin.colour, twin.light = self.colour.copy(), self.light.copy()
        twin.shine, twin.things = self.shine.copy(), self.things.copy()
        return twin

    def shade(self, outline: Matrix, height: float, strength: float) -> None:
        """Draw the shadow of an outline (table points) ``height`` millimetres above what is under it."""
        reach = height * self.lamp.direction[:2] / max(0.25, self.lamp.direction[2])
        scale = float(np.linalg.norm(np.diff(self.camera.project(outline[:2]), axis=0))) / max(
            1e-6, float(np.linalg.norm(outline[1] - outline[0]))
        )
        for offset, softness, share in (
            (-reach, 0.35 * height * (1.4 - self.lamp.hardness) + 0.5, strength),
            (np.zeros(2), 1.2 * height + 1.2, 0.5 * strength),
        ):
            sigma = max(0.6, softness * scale)
            self._darken(self.camera.project(outline + offset), sigma, share)

    def _darken(self, outline: Matrix, sigma: float, share: float) -> None:
        margin = int(3 * sigma) + 2
        low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0)
        high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + margin, (self.camera.width, self.camera.height))
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
        cv2.fillPoly(mask, [_fixed(outline - low)], 1.0, cv2.LINE_AA, _SHIFT)
        mask = cv2.GaussianBlur(mask, (0, 0), sigma)
        self.light[low[1] : high[1], low[0] : high[0]] *= 1 - share * mask

    def claim(self, outline: Matrix, thing: int, brightness: float) -> None:
        """Mark all pixels inside an outline (pixels) as ``thing``, with new light."""
        cv2.fillPoly(self.things, [_fixed(outline)], thing, cv2.LINE_8, _SHIFT)
        mask = np.zeros(self.light.shape, np.uint8)
        cv2.fillPoly(mask, [_fixed(outline)], 255, cv2.LINE_8, _SHIFT)
        self.light[mask > 0] = brightness

    def paint(self, outline: Matrix, colour: tuple[float, float, float]) -> None:
        """Fill an outline (table points with z) with a colour."""
        points = self.fine.project(outline)
        cv2.fillPoly(self.colour, [_fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def paste(self, picture: Picture, matrix: Matrix, mask: Picture) -> None:
        """Draw a picture through a homography to fine pixels, where ``mask`` is not 0."""
        found = window(matrix, picture, self.fine, margin=1)
        if found is None:
            return
        moved, left, top, size = found
        warped = cv2.warpPerspective(picture, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(mask, moved, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.uint16)
        patch = self.colour[top : top + size[1], left : left + size[0]]
        patch[:] = ((warped * alpha + patch * (255 - alpha) + 127) // 255).astype(np.uint8)

    def to_linear_light(self) -> Matrix:
        """Return linear light, shape (height, width, 3), about 0–1."""
        small = cv2.resize(self.colour, (self.camera.width, self.camera.height), interpolation=cv2.INTER_AREA)
        linear = (small.astype(np.float32) / 255) ** 2.2
        lit = linear * self.light[..., None] * self.lamp.colour + self.shine
        return np.asarray(lit, dtype=np.float64)


def render_table(
    table: Table, deck: Deck, camera: Camera, tabletop: Picture, lamp: Lamp, rng: np.random.Generator
) -> Canvas:
    """Return the table before lens and sensor; things are numbered: cards in order, then tokens, then dice.

    Args:
        table: what to draw.
        deck: the deck of the cards.
        camera: the camera.
        tabletop: picture of the tabletop, two pixels to a millimetre.
        lamp: the lamp.
        rng: the source of randomness.

    Returns:
        The canvas.
    """
    canvas = Canvas(camera, tabletop, lamp)
    mask = card_mask()
    pictures = {face.code: face.sizes[0] for face in (*deck.fronts, deck.backs[0])}
    for number, card in enumerate(table.cards):
        picture = pictures[None if card.card is None else card.card.code]
        lay_card(canvas, card, picture, mask, number, float(rng.normal(1, 0.012)))
    for number, token in enumerate(table.tokens, len(table.cards)):
        _lay_token(canvas, token, number)
    material = drawn_plastic(rng)
    for number, die in enumerate(table.dice, len(table.cards) + len(table.tokens)):
        lay_die(canvas, die, material, number)
    return canvas


def lay_die(canvas: Canvas, die: LaidDie, material: Material, number: int) -> None:
    """Draw a die with its shadow."""
    canvas.shade(circle(die.x, die.y, die.size * 0.5), die.size * 0.7, 0.5)
    rendered = render_die(die, material, canvas.camera, canvas.lamp.direction)
    if rendered is None:
        return
    colours, share, (left, top) = rendered
    where = np.s_[top : top + share.shape[0], left : left + share.shape[1]]
    # What is under the die loses its light by the die's coverage.
    canvas.light[where] *= 1 - share
    canvas.shine[where] *= (1 - share)[..., None]
    canvas.shine[where] += colours * share[..., None] * canvas.lamp.colour
    canvas.things[where][share > 0.5] = number


def lay_card(canvas: Canvas, card: LaidCard, picture: Picture, mask: Picture, number: int, brightness: float) -> None:
    """Draw a card, or a pile of them, with its shadow."""
    outline = card.corners()
    canvas.shade(outline, max(card.thickness, 0.7), 0.42)
    for k, z in enumerate(np.arange(0, card.top, 0.35)):
        edge = np.column_stack([outline, np.full(4, z)])
        tone = 205 - 22 * (k % 3)
        canvas.paint(edge, (tone, tone, tone))
    source = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    raised = card.raised_corners()
    target = canvas.fine.project(raised).astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(source, target), dtype=np.float64)
    canvas.paste(picture, matrix, mask)
    canvas.claim(canvas.camera.project(raised), number, brightness)


def _lay_token(canvas: Canvas, token: LaidToken, number: int) -> None:
    blue, green, red = rgb(SUIT_INKS[token.suit].on_paper)[::-1]
    disc = circle(token.x, token.y, token.radius)
    canvas.shade(disc, token.height, 0.5)
    for z in np.arange(0, token.height, 0.4):
        canvas.paint(np.column_stack([disc, np.full(len(disc), z)]), (blue * 0.6, green * 0.6, red * 0.6))
    top = np.column_stack([disc, np.full(len(disc), token.height)])
    canvas.paint(top, (blue, green, red))
    for glyph in suit_path(token.suit):
        at = glyph * token.radius * 1.1 + (token.x, token.y)
        raised = np.column_stack([at, np.full(len(at), token.height)])
        canvas.paint(raised, (blue * 0.55, green * 0.55, red * 0.55))
    canvas.claim(canvas.camera.project(top), number, 1.0)


def window(
    matrix: Matrix, patch: Picture, camera: Camera, margin: int = 0
) -> tuple[Matrix, int, int, tuple[int, int]] | None:
    """Return the matrix, left, top and (width, height) of the part of the picture that a warped patch reaches."""
    height, width = patch.shape[:2]
    corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)]) @ matrix.T
    flat = corners[:, :2] / corners[:, 2:]
    left, top = np.maximum(np.floor(flat.min(axis=0)).astype(int) - margin, 0)
    right, bottom = np.minimum(np.ceil(flat.max(axis=0)).astype(int) + margin, (camera.width, camera.height))
    if right <= left or bottom <= top:
        return None
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
    return moved, int(left), int(top), (int(right - left), int(bottom - top))


def card_mask() -> Picture:
    """Return the rounded outline of a card on its picture, 0–255."""
    outline = rectangle(0, 0, CARD_WIDTH, CARD_HEIGHT, 3.0) * (WIDTH / CARD_WIDTH, HEIGHT / CARD_HEIGHT)
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.fillPoly(mask, [_fixed(outline)], 255, cv2.LINE_AA, _SHIFT)
    return mask


def _fixed(points: Matrix) -> NDArray[np.int32]:
    """Return pixels in OpenCV's fixed point, whose 0 is the centre of the first pixel."""
    return np.asarray(np.round((points - 0.5) * (1 << _SHIFT)), dtype=np.int32)
