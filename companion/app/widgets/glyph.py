"""A suit's glyph, alone or on its token."""

from __future__ import annotations

from kivy.properties import ColorProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import suit_mask
from companion.app.window.theme import theme
from companion.pieces import Suit


class Glyph(Widget):
    """The glyph of ``suit`` in ``colour``, as large as the shorter side."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    colour = ColorProperty(theme.ink)
    mask = staticmethod(suit_mask)


class TokenFace(Widget):
    """A token: a disc in the suit's colour with its glyph."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)


load_kv(__file__)
