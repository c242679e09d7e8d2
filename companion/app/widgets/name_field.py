"""A player's name."""

from __future__ import annotations

from kivy.uix.textinput import TextInput

from companion.app.kv import load_beside


class NameField(TextInput):
    """One line, in the seat's colour."""


load_beside(__file__)
