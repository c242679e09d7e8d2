"""The game that was left, as a large card."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.app.widgets.pad import RaisedTarget
from companion.app.window.kv_loader import load_kv


class UnfinishedCard(RaisedTarget):
    """A tap resumes the game; ``preview`` is its table drawn small, once that is known."""

    text = StringProperty("")
    """The name of the game."""
    about = StringProperty("")
    """Whose turn it is."""
    stands = StringProperty("")

    def __init__(self, preview: Widget | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if preview is not None:
            self.ids.preview.add_widget(preview)


load_kv(__file__)
