"""Drawn pictures of cards, dice and tables, as files."""

from __future__ import annotations

from pathlib import Path

from kivy.properties import StringProperty
from kivy.uix.image import Image

FOLDER = Path(__file__).resolve().parents[1] / "illustrations"
"""``python -m docs.tools.illustrations`` draws what is in it."""


class Illustration(Image):
    """One of the pictures in ``FOLDER``, as large as fits."""

    name = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(mipmap=True, fit_mode="contain", **kwargs)
        self.bind(name=self._load)
        self._load()

    def _load(self, *_: object) -> None:
        self.source = str(FOLDER / f"{self.name}.png") if self.name else ""
