"""What lies over the board while it shows the past, so that nobody takes it for the present."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.app.kv_loader import load_kv


class PastVeil(RelativeLayout):
    """A pale veil with a word across it, for both sides; nothing below it is tapped."""

    text = StringProperty("")
    both = BooleanProperty(True)

    def on_touch_down(self, touch: Any) -> bool:
        return bool(self.collide_point(*touch.pos))


load_kv(__file__)
