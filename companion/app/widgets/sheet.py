"""What lies over the middle of the table while a player does something."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.half_turn import HalfTurn


class Sheet(HalfTurn):
    """A title, a way to close it, and room below (``content``). ``notice`` is a calm word about what cannot be."""

    title = StringProperty("")
    notice = StringProperty("")
    close_callback = ObjectProperty(None, allownone=True)
    """Called when the player closes it."""
    waits = StringProperty("")
    """Who waits for an answer behind it, if anybody."""
    waiting_callback = ObjectProperty(None, allownone=True)
    """Called when the player wants to look at what waits."""
    offered = BooleanProperty(False)
    """Whether the tablet laid it there by itself, and nobody touched it yet."""
    read_only = False
    """Whether people only look at it: then what was being chosen before lies there again once it is closed."""
    is_choice = False
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
        if self.collide_point(*touch.pos):
            self.offered = False
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def see_who_waits(self) -> None:
        """Who waits is looked at; this sheet lies here again afterwards."""
        if self.waiting_callback is not None:
            self.waiting_callback()

    def close(self) -> None:
        if self.close_callback is not None:
            self.close_callback()


load_kv(__file__)
