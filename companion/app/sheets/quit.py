"""Whether the app is to be left."""

from __future__ import annotations

from typing import Any

from kivy.app import App

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet


class QuitSheet(Sheet):
    """Leaves, or stays."""

    def on_kv_post(self, _base: Any) -> None:
        self.title = words._("Quit the companion?")

    def quit(self) -> None:
        App.get_running_app().stop()


load_kv(__file__)
