"""A calm word over the middle of the screen."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty

from companion.app.kv_loader import load_beside
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target


class Notice(Target, HalfTurn):
    """Why something cannot be; a tap puts it away."""

    text = StringProperty("")
    closer = ObjectProperty(None, allownone=True)

    def on_release(self) -> None:
        if self.closer is not None:
            self.closer()


load_beside(__file__)
