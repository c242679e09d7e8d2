"""The sheet that asks whether to quit."""

from __future__ import annotations

from typing import Any

from kivy.app import App

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class QuitSheet(Sheet):
    """Quits the app, or stays."""

    def on_kv_post(self, _base: Any) -> None:
        """Set the title."""
        self.title = words._("Quit the companion?")

    def quit(self) -> None:
        """Quit the app."""
        App.get_running_app().stop()


load_kv(__file__)
