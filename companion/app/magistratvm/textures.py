"""The piecepack's tiles and suits as textures, made on the first use, on the main thread."""

from __future__ import annotations

from functools import cache

from kivy.graphics.texture import Texture

from companion.app.textures import mask, texture
from companion.artwork.piecepack_faces import suit_mark
from companion.artwork.piecepack_faces import tile as drawn_tile
from companion.artwork.raster import rasterised
from companion.pieces.piecepack import Suit, Tile

SIDE = 256
"""Pixels; a power of two, as mipmaps need."""


@cache
def tile_picture(tile: Tile) -> Texture:
    """A tile face up."""
    return texture(rasterised(drawn_tile(tile), SIDE)[:, :, ::-1])


@cache
def suit_mask(suit: Suit) -> Texture:
    """A suit's mark in white on nothing."""
    return mask(suit_mark(suit, "#ffffff"))
