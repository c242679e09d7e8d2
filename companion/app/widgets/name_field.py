"""What is written by hand: a name, an address."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.uix.textinput import TextInput

from companion.app.kv_loader import load_beside
from companion.app.widgets.keys import bring_keys, keys_shown, put_keys_away


class Written(TextInput):
    """One line. Tapped, it brings keys; the first one takes the place of all that stood there."""

    def on_focus(self, _field: TextInput, focus: bool) -> None:
        keys = keys_shown()
        if focus:
            # After the tap that gave it the focus has set its cursor.
            Clock.schedule_once(self._begin)
        elif keys is not None and keys.field is self:
            put_keys_away()

    def _begin(self, _seconds: Any) -> None:
        if self.focus:
            self.select_all()
            bring_keys(self)


class NameField(Written):
    """In its seat's colour."""


load_beside(__file__)
