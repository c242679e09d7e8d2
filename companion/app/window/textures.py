"""Artwork as textures: glyphs as white masks to be tinted, card faces as printed.

They are made on the first use, on the main thread: OpenGL gives no texture elsewhere.
"""

import threading
from collections.abc import Callable, Iterator
from functools import cache, partial

import cv2
import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.artwork.faces import back, face
from companion.artwork.glyphs import rank_glyph, suit_glyph
from companion.artwork.piecepack_faces import tile as drawn_tile
from companion.artwork.raster import rasterised, silhouette
from companion.artwork.shapes import D10, D10_FACE, Shape
from companion.pieces import DECK, Card, Rank, Suit
from companion.pieces.piecepack import Tile

MASK_SIZE = 128
"""Side of a mask in pixels; mipmaps serve every smaller size."""
_INSIDE = 0.94
PICTURE_SIZE = (128, 256)
"""Width and height of a card's picture in pixels; powers of two, as mipmaps need."""
_PRINTED_WIDTH = 300
_TILE_SIDE = 256
"""Pixels; a power of two, as mipmaps need."""


@cache
def suit_mask(suit: Suit) -> Texture:
    """Return a suit's glyph as a white mask."""
    return make_mask((suit_glyph(suit),))


@cache
def rank_mask(rank: Rank) -> Texture:
    """Return a rank's mark as a white mask."""
    return make_mask(rank_glyph(rank))


@cache
def die_mask() -> Texture:
    """Return the outline of a ten-sided die."""
    return make_mask((D10,))


@cache
def die_face_mask() -> Texture:
    """Return the kite of a die's face that carries the number."""
    return make_mask((D10_FACE,))


@cache
def card_picture(card: Card) -> Texture:
    """Return the picture of a card without its frame and indices."""
    return make_texture(_paint_card(card.kind))


@cache
def card_back() -> Texture:
    """Return the texture of a card's back."""
    printed = cv2.resize(rasterised(back(), _PRINTED_WIDTH), PICTURE_SIZE, interpolation=cv2.INTER_AREA)
    return make_texture(np.asarray(printed[:, :, ::-1], dtype=np.uint8))


@cache
def tile_picture(tile: Tile) -> Texture:
    """Return the texture of a tile of the piecepack, face up."""
    return make_texture(rasterised(drawn_tile(tile), _TILE_SIDE)[:, :, ::-1])


@cache
def _paint_card(card: Card) -> NDArray[np.uint8]:
    printed = rasterised(face(card), _PRINTED_WIDTH)
    height, width, _ = printed.shape
    window = printed[round(height * 0.08) : round(height * 0.92), round(width * 0.2) : round(width * 0.8)]
    return np.asarray(cv2.resize(window, PICTURE_SIZE, interpolation=cv2.INTER_AREA)[:, :, ::-1], dtype=np.uint8)


def paint_ahead() -> threading.Thread:
    """Paint every card in the background, so that the first view of the deck need not wait.

    Returns:
        The thread. It stops when the app closes: a thread left within OpenCV would crash the interpreter.
    """

    def paint() -> None:
        for card in DECK:
            if not threading.main_thread().is_alive():
                return
            _paint_card(card)

    thread = threading.Thread(target=paint, name="paint")
    thread.start()
    return thread


def textures_ahead(painted: Callable[[], bool]) -> Iterator[Callable[[], object]]:
    """Yield one step for each texture of the deck's glyphs and cards, on the main thread.

    Args:
        painted: Returns whether every card was painted; until then a step does nothing.
    """
    yield from (partial(suit_mask, suit) for suit in Suit)
    yield from (partial(rank_mask, rank) for rank in Rank)
    yield from (die_mask, die_face_mask)
    while not painted():
        yield lambda: None
    yield from (partial(card_picture, card) for card in DECK)
    yield _paint_card.cache_clear  # each card is a texture by now


def make_mask(shapes: tuple[Shape, ...]) -> Texture:
    """Return shapes within ±0.5 as a smooth white mask."""
    inside = tuple(shape.mapped(lambda points: points * _INSIDE, _INSIDE) for shape in shapes)
    covered = silhouette(inside, MASK_SIZE)
    return make_texture(np.dstack([np.full((MASK_SIZE, MASK_SIZE, 3), 255, np.uint8), covered]))


def make_texture(picture: NDArray[np.uint8]) -> Texture:
    """Return an RGB or RGBA picture (rows from the top) as a texture with mipmaps."""
    height, width, channels = picture.shape
    colours = "rgb" if channels == 3 else "rgba"
    made = Texture.create(size=(width, height), colorfmt=colours, mipmap=True)
    made.min_filter, made.mag_filter = "linear_mipmap_linear", "linear"
    made.blit_buffer(np.ascontiguousarray(picture).tobytes(), colorfmt=colours)
    made.flip_vertical()
    return made
