"""The base of sheets: panels over the middle of a screen."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv


class Sheet(HalfTurn):
    """A title, a way to close it, and ``content`` below; ``notice`` shows why something is not possible."""

    title = StringProperty("")
    notice = StringProperty("")
    close_callback = ObjectProperty(None, allownone=True)
    """Called when the player closes it."""
    waits = StringProperty("")
    """Who waits for an answer behind it; empty for nobody."""
    waiting_callback = ObjectProperty(None, allownone=True)
    """Called when the player wants to see what waits."""
    offered = BooleanProperty(False)
    """Whether the app opened it by itself, and nobody has touched it yet."""
    read_only = False
    """Whether it only shows something: a choice in progress is then shown again once it is closed."""
    is_choice = False
    """Whether a player chooses a move on it."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Add children of the kv rule to the content below the title."""
        room = self.ids.get("content")
        if room is None:
            super().add_widget(widget, *args, **kwargs)
        else:
            room.add_widget(widget, *args, **kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what lies below."""
        if self.collide_point(*touch.pos):
            self.offered = False
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def show_waiting(self) -> None:
        """Show what waits; this sheet is shown again afterwards."""
        if self.waiting_callback is not None:
            self.waiting_callback()

    def close(self) -> None:
        """Close the sheet."""
        if self.close_callback is not None:
            self.close_callback()


load_kv(__file__)
