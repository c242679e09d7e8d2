"""The game that was left, as a large card: how it stands, who is to go on, and its table at a glance."""

from __future__ import annotations

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.app.kv_loader import load_kv
from companion.app.widgets.pad import Target


class UnfinishedCard(Target):
    """One tap goes on with it. ``glance`` is its table, where its game can be drawn small."""

    text = StringProperty("")
    """What it is called."""
    about = StringProperty("")
    """Who is to do what."""
    stands = StringProperty("")

    def __init__(self, preview: Widget | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if preview is not None:
            self.ids.preview.add_widget(preview)


load_kv(__file__)
