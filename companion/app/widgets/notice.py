"""A calm word over the middle of the screen."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target


class Notice(Target, HalfTurn):
    """Why something cannot be; a tap puts it away."""

    text = StringProperty("")
    close_callback = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.close_callback is not None:
            self.close_callback()


load_kv(__file__)
