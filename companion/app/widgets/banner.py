"""A banner across the whole table, turned to both sides."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv


class Banner(Target):
    """Shown until it is tapped or the next move is made."""

    text = StringProperty("")
    both = BooleanProperty(True)
    """Whether it is shown to the far side too."""
    close_callback = ObjectProperty()

    def on_release(self, *_: Any) -> None:
        """Close the banner."""
        self.close_callback()


load_kv(__file__)
