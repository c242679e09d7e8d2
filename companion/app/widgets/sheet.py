"""What lies over the middle of the table while a player does something."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.app.kv import load_beside
from companion.app.widgets.half_turn import HalfTurn


class Sheet(HalfTurn):
    """A title, a way to close it, and room below (``content``). ``notice`` is a calm word about what cannot be."""

    title = StringProperty("")
    notice = StringProperty("")
    closer = ObjectProperty(None, allownone=True)
    """Called when the player closes it."""
    glance = False
    """Whether people only look at it: then what was being chosen before lies there again once it is closed."""
    choosing = False
    """Whether a player chooses on it what to do."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Children named in kv after the frame go into the room below the title."""
        room = self.ids.get("content")
        if room is None:
            super().add_widget(widget, *args, **kwargs)
        else:
            room.add_widget(widget, *args, **kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below a sheet is tapped through it."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def close(self) -> None:
        if self.closer is not None:
            self.closer()


load_beside(__file__)
