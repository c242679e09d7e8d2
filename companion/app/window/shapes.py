"""Filled shapes for kv files that draw nothing while they have no area.

Kivy 2.3.1 builds the mesh of a shape with curves only for a size above zero, and draws its old mesh otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.factory import Factory
from kivy.graphics import Rectangle, RoundedRectangle, SmoothEllipse, SmoothRoundedRectangle

_NO_AREA = (0.01, 0.01)
"""A size in pixels for which Kivy builds a mesh that covers no pixel."""


class _Vanishing:
    __slots__ = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels; nothing is drawn unless both are above zero."""
        size: tuple[float, float] = Rectangle.size.__get__(self)
        return size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        Rectangle.size.__set__(self, size if min(size) > 0 else _NO_AREA)


class RoundedFill(_Vanishing, SmoothRoundedRectangle):
    """A rectangle of one opaque colour with round corners: the smooth edge of any other leaves the list it is in."""


class RoundedPicture(_Vanishing, RoundedRectangle):
    """A texture or a translucent colour with round corners."""


class Disc(_Vanishing, SmoothEllipse):
    """An ellipse of one colour."""


def register_shapes() -> None:
    """Make the shapes known to kv files."""
    shapes: tuple[Any, ...] = (RoundedFill, RoundedPicture, Disc)
    for shape in shapes:
        Factory.register(shape.__name__, cls=shape)
