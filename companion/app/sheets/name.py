"""The sheet that renames a game."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet
from companion.names import normalize_name


class NameSheet(Sheet):
    """A new name; ``callback(name)`` is called with it."""

    name = StringProperty("")
    callback = ObjectProperty(None, allownone=True)

    def on_kv_post(self, _base: Any) -> None:
        """Set the title."""
        self.title = words._("Rename")

    def take(self) -> None:
        """Take the name that was typed."""
        typed = normalize_name(self.ids.name.text)
        if not typed:
            self.notice = words._("Enter a name.")
        elif self.callback is not None:
            self.callback(typed)


load_kv(__file__)
