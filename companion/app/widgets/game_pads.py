"""What is at hand at every game's screen: one step back, one forth, what happened, and the menu."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.kv_loader import load_kv


class GameButtons(GridLayout):
    """Four pads that belong to a ``page``, the game's screen."""

    screen = ObjectProperty(rebind=True)


load_kv(__file__)
