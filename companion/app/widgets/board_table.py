"""A table of texts and cards, as a game's board describes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.kv_loader import load_kv
from companion.app.theme import Colour, theme
from companion.app.widgets.card import CardFace
from companion.app.widgets.text import Text, Wrapped
from companion.pieces import Card

CellContent = str | tuple[Card, ...]
"""The text of a cell, or its cards."""


class CardCell(BoxLayout):
    """Cards in a row."""

    def __init__(self, cards: tuple[Card, ...], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for card in cards:
            self.add_widget(CardFace(card=card, size_hint_max_x=theme.unit * 68))
        self.add_widget(Widget(size_hint_x=0.001))


class BoardTable(GridLayout):
    """A table whose rows grow with their texts; cells that do not change are not rebuilt."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: list[CellContent] = []
        """The content of each cell, in order."""
        self._kinds: list[type[Widget]] = []
        """The widget class of each cell, in order."""

    def show(
        self, headings: Sequence[str], rows: Sequence[Sequence[CellContent]], colours: Sequence[Colour] = ()
    ) -> None:
        """Show this table.

        Args:
            headings: The texts of the first row.
            rows: The cells of each further row.
            colours: The colours of the rows' first cells; the usual one where there is none.
        """
        cells: list[CellContent] = [*headings, *(cell for row in rows for cell in row)]
        self.cols = max(1, len(headings))
        kinds = [_kind(cell, row) for row in (headings, *rows) for cell in row]
        if kinds != self._kinds:
            self.clear_widgets()
            for cell, kind in zip(cells, kinds, strict=True):
                self.add_widget(CardCell(cell) if isinstance(cell, tuple) else kind(text=cell, halign="left"))
        else:
            self._change(cells)
        self._shown, self._kinds = cells, kinds
        self._style([max(map(_column_share, column)) for column in zip(headings, *rows, strict=True)], colours)

    def _change(self, cells: Sequence[CellContent]) -> None:
        last = len(cells) - 1
        for place, (before, cell) in enumerate(zip(self._shown, cells, strict=True)):
            if before == cell:
                continue
            widget = self.children[last - place]
            if isinstance(cell, tuple):
                self.remove_widget(widget)
                self.add_widget(CardCell(cell), index=last - place)
            else:
                widget.text = cell

    def _style(self, shares: Sequence[float], colours: Sequence[Colour]) -> None:
        """Set widths of columns, sizes of headings and colours of rows."""
        for place, widget in enumerate(reversed(self.children)):
            row, column = divmod(place, self.cols)
            widget.size_hint_x = shares[column]
            if isinstance(widget, Text):
                own = column == 0 and 0 < row <= len(colours)
                widget.units, widget.bold = (19 if row == 0 else 25), own
                widget.color = theme.quiet if row == 0 else colours[row - 1] if own else theme.ink


def _kind(cell: CellContent, row: Sequence[CellContent]) -> type[Widget]:
    """Return the widget class of a cell: next to cards, a text is centred in their height; elsewhere its row grows."""
    if isinstance(cell, tuple):
        return CardCell
    return Text if any(isinstance(other, tuple) and other for other in row) else Wrapped


def _column_share(cell: CellContent) -> float:
    """Return how much of the width a cell needs, by its letters or cards."""
    return max(4.0, 5.0 * len(cell) if isinstance(cell, tuple) else min(len(cell), 24))


load_kv(__file__)
