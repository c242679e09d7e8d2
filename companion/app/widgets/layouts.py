"""The layouts that most screens and sheets are made of."""

from __future__ import annotations

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.window.kv_loader import load_kv


class Stack(BoxLayout):
    """Widgets below each other; it is as high as they are together."""


class Row(BoxLayout):
    """Widgets side by side, as high as the smallest target."""


class Grid(GridLayout):
    """Widgets in columns; it is as high as its rows are together."""


load_kv(__file__)
