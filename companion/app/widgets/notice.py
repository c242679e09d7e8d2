"""A notice over the middle of the screen."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty

from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv


class Notice(Target, HalfTurn):
    """Why something is not possible, or what went wrong; a tap removes it, unless its ``answers`` hold pads."""

    text = StringProperty("")
    close_callback = ObjectProperty()

    def on_release(self) -> None:
        """Remove the notice."""
        if not self.ids.answers.children:
            self.close_callback()


load_kv(__file__)
