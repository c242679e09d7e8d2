"""Pieces that can be tapped, in a grid of as few rows as possible."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.painters.pieces import CARD_SHAPE
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


class PieceTarget(Target):
    """A piece that can be tapped, in a frame of its owner's colour if it has one.

    Args:
        piece: The widget of the piece.
        **kwargs: Properties of the widget.
    """

    chosen = BooleanProperty(False)
    pale = BooleanProperty(False)
    colour = ListProperty([0, 0, 0, 0])

    def __init__(self, piece: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.piece.add_widget(piece)


class PieceGrid(GridLayout):
    """Pieces of one shape, none smaller than a finger."""

    shape = CARD_SHAPE
    """Width of a piece for its height."""
    widest = NumericProperty(104)
    """Width of a piece in units, if there is room in one row."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(width=self._arrange, children=self._arrange, widest=self._arrange)

    def _arrange(self, *_: object) -> None:
        """Choose as few rows as the width allows."""
        count, gap = max(1, len(self.children)), theme.unit * 8
        most = max(1, int((self.width + gap) // (theme.target + gap)))
        rows = -(-count // most)
        self.cols = -(-count // rows)
        wide = min(max(theme.target, theme.unit * self.widest), (self.width + gap) / self.cols - gap)
        self.col_default_width, self.row_default_height = wide, max(theme.target, wide / self.shape)
        self.height = rows * (self.row_default_height + gap) - gap


load_kv(__file__)
