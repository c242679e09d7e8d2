"""Textures of the piecepack's tiles and suits, made on first use on the main thread."""

from __future__ import annotations

from functools import cache

from kivy.graphics.texture import Texture

from companion.app.textures import make_mask, make_texture
from companion.artwork.piecepack_faces import suit_mark
from companion.artwork.piecepack_faces import tile as drawn_tile
from companion.artwork.raster import rasterised
from companion.pieces.piecepack import Suit, Tile

SIDE = 256
"""Pixels; a power of two, as mipmaps need."""


@cache
def tile_picture(tile: Tile) -> Texture:
    """Return the texture of a tile, face up."""
    return make_texture(rasterised(drawn_tile(tile), SIDE)[:, :, ::-1])


@cache
def suit_mask(suit: Suit) -> Texture:
    """Return the texture of a suit's mark, white on transparent."""
    return make_mask(suit_mark(suit, "#ffffff"))
