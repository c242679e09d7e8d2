"""The veil over a board that shows the past."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.app.window.kv_loader import load_kv


class PastVeil(RelativeLayout):
    """A pale veil with a text for both sides, which keeps touches from the board."""

    text = StringProperty("")
    both = BooleanProperty(True)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from the board."""
        return bool(self.collide_point(*touch.pos))


load_kv(__file__)
