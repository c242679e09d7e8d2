"""Trays: panels at one edge of the board, which stays in sight."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.sheet import Sheet


class Tray(HalfTurn):
    """A panel at the near or the far edge."""

    far = BooleanProperty(False)
    """Whether it lies at the far edge."""
    covers = NumericProperty(0)
    """Pixels from its edge over which it lies, with what it shows above itself."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what lies below."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


class TraySheet(Tray, Sheet):
    """A sheet as a tray, ``needed`` pixels high, at the edge of the player who uses it."""

    needed = NumericProperty(200)

    def on_turned(self, *_: Any) -> None:
        """Move to the edge of the player to whom it is turned."""
        self.far = self.turned
        self.pos_hint = {"top": 1} if self.turned else {"y": 0}


load_kv(__file__)
