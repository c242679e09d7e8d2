"""Lettering."""

from __future__ import annotations

from kivy.properties import NumericProperty
from kivy.uix.label import Label

from companion.app.kv import load_beside


class Text(Label):
    """Text in the theme's ink, ``units`` of the design high, kept inside its box."""

    units = NumericProperty(22)


class Wrapped(Text):
    """Text that grows downwards as far as it needs."""


load_beside(__file__)
