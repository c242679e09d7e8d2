"""The pads of every game screen: undo, redo, history and menu."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.window.kv_loader import load_kv


class GameButtons(GridLayout):
    """Four pads of a ``screen``, the game's."""

    screen = ObjectProperty(rebind=True)


load_kv(__file__)
