"""Headings and rows of text, as a game's board has them."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.gridlayout import GridLayout

from companion.app.kv import load_beside
from companion.app.theme import Colour, theme
from companion.app.widgets.text import Wrapped


class BoardTable(GridLayout):
    """A row grows as far as its longest text needs."""

    def show(self, headings: Sequence[str], rows: Sequence[Sequence[str]], colours: Sequence[Colour] = ()) -> None:
        """``colours`` are those of the rows' first cells, where they have one of their own."""
        self.clear_widgets()
        self.cols = max(1, len(headings))
        for heading in headings:
            self.add_widget(Wrapped(text=heading, units=19, color=theme.quiet))
        for number, row in enumerate(rows):
            for place, cell in enumerate(row):
                own = place == 0 and number < len(colours)
                self.add_widget(Wrapped(text=cell, units=25, bold=own, color=colours[number] if own else theme.ink))


load_beside(__file__)
