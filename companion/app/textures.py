"""The artwork as textures: glyphs as white masks that a colour tints, card faces as they are printed.

Made on the first use, on the main thread (a texture made elsewhere gets no name from GL).
"""

from __future__ import annotations

import threading
from functools import cache

import cv2
import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.artwork.faces import face
from companion.artwork.glyphs import rank_glyph, suit_glyph
from companion.artwork.raster import rasterised, silhouette
from companion.artwork.shapes import Shape, contour
from companion.pieces import DECK, Card, Rank, Suit

MASK = 128
"""Pixels of a mask's side; mipmaps serve every smaller size."""
_INSIDE = 0.94
PICTURE = (128, 256)
"""Pixels of a card's picture; powers of two, as mipmaps need."""
_PRINTED_WIDTH = 300


@cache
def suit_mask(suit: Suit) -> Texture:
    """A suit's glyph in white on nothing."""
    return mask((suit_glyph(suit),))


@cache
def rank_mask(rank: Rank) -> Texture:
    """The mark of a rank in white on nothing."""
    return mask(rank_glyph(rank))


@cache
def die_mask() -> Texture:
    """The outline of a ten-sided die standing on the table."""
    return mask((_D10,))


@cache
def die_face_mask() -> Texture:
    """The kite on it that carries the number."""
    return mask((_D10_FACE,))


@cache
def card_picture(card: Card) -> Texture:
    """The picture of a card without its frame and indices."""
    return texture(_painted(card.kind))


@cache
def _painted(card: Card) -> NDArray[np.uint8]:
    printed = rasterised(face(card), _PRINTED_WIDTH)
    height, width, _ = printed.shape
    window = printed[round(height * 0.08) : round(height * 0.92), round(width * 0.2) : round(width * 0.8)]
    return np.asarray(cv2.resize(window, PICTURE, interpolation=cv2.INTER_AREA)[:, :, ::-1], dtype=np.uint8)


def paint_ahead() -> threading.Thread:
    """Paints every card on a thread of its own, so that the first look at the deck need not wait for it.

    It stops where the app is closed before: a thread that the interpreter leaves behind within OpenCV takes it down.
    """

    def paint() -> None:
        for card in DECK:
            if not threading.main_thread().is_alive():
                return
            _painted(card)

    thread = threading.Thread(target=paint, name="paint")
    thread.start()
    return thread


def mask(shapes: tuple[Shape, ...]) -> Texture:
    """Shapes within ±0.5 as a smooth white mask."""
    inside = tuple(shape.mapped(lambda points: points * _INSIDE, _INSIDE) for shape in shapes)
    covered = silhouette(inside, MASK)
    return texture(np.dstack([np.full((MASK, MASK, 3), 255, np.uint8), covered]))


def texture(picture: NDArray[np.uint8]) -> Texture:
    """An RGB or RGBA picture (rows from the top) as a texture with mipmaps."""
    height, width, channels = picture.shape
    colours = "rgb" if channels == 3 else "rgba"
    made = Texture.create(size=(width, height), colorfmt=colours, mipmap=True)
    made.min_filter, made.mag_filter = "linear_mipmap_linear", "linear"
    made.blit_buffer(np.ascontiguousarray(picture).tobytes(), colorfmt=colours)
    made.flip_vertical()
    return made


_D10 = Shape(
    (contour([(0.0, -0.5), (0.46, -0.14), (0.46, 0.18), (0.0, 0.5), (-0.46, 0.18), (-0.46, -0.14)]),), "#ffffff"
)
_D10_FACE = Shape((contour([(0.0, -0.45), (0.37, 0.1), (0.0, 0.3), (-0.37, 0.1)]),), "#ffffff")
