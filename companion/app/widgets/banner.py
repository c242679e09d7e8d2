"""What everybody has to hear, across the whole table and turned to both sides."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.pad import Target


class Banner(Target):
    """Stays until it is tapped, or the game goes on."""

    text = StringProperty("")
    both = BooleanProperty(True)
    """Whether it is read from the far side too."""
    close_callback = ObjectProperty(None, allownone=True)

    def on_release(self, *_: Any) -> None:
        if self.close_callback is not None:
            self.close_callback()


load_kv(__file__)
