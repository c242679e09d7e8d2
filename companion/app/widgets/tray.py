"""A sheet that leaves the board in sight: at the edge of who uses it, and no higher than it must be."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet

HIGHEST = 0.4
"""Of the window's height."""


class Tray(Sheet):
    """Its ``needed`` pixels of height, at the near edge, or at the far one where it is turned to it."""

    needed = NumericProperty(200)
    covers = NumericProperty(200)
    """Pixels from its edge over which it lies, with what it says above itself."""

    def on_turned(self, *_: Any) -> None:
        self.pos_hint = {"top": 1} if self.turned else {"y": 0}


load_kv(__file__)
