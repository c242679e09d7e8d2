"""The texture of plain shapes, which Kivy fills with one white pixel."""

from __future__ import annotations

from kivy.graphics import Rectangle


def fill_without_interpolation() -> None:
    """Fill plain shapes with that pixel as it is: to interpolate it takes a renderer in software twice as long."""
    plain = Rectangle().texture
    plain.min_filter = plain.mag_filter = "nearest"
