"""A table of texts and cards, such as a forecast."""

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.widgets.layouts import Grid
from companion.app.widgets.text import Text, Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.texts import Cell, Rows


class BoardTable(Grid):
    """Rows of texts and cards below their headings.

    Args:
        rows: The headings and the cells.
        **kwargs: Properties of the widget.
    """

    def __init__(self, rows: Rows, **kwargs: Any) -> None:
        super().__init__(cols=max(1, len(rows.headings)), **kwargs)
        for heading in rows.headings:
            self.add_widget(Text(text=words.say(heading), units=19, color=theme.quiet, halign="left"))
        columns: Sequence[Sequence[Cell]] = [*zip(rows.headings, *rows.rows, strict=True)]
        for row in rows.rows:
            high = theme.unit * (104 if any(isinstance(cell, tuple) for cell in row) else 40)
            for cell in row:
                self.add_widget(_paint(cell, high))
        shares = [max(map(_share, column)) for column in columns]
        for place, widget in enumerate(reversed(self.children)):
            widget.size_hint_x = shares[place % self.cols]


def paint_rows(rows: Rows) -> Iterator[Widget]:
    """Yield a table, and each sentence below it."""
    yield BoardTable(rows)
    yield from (Wrapped(text=words.head(one)) for one in rows.remarks)


def _paint(cell: Cell, high: float) -> Widget:
    if not isinstance(cell, tuple):
        return Text(text=words.say(cell), halign="left", units=25, size_hint_y=None, height=high)
    box = BoxLayout(size_hint_y=None, height=high, spacing=theme.unit * 6)
    for card in cell:
        box.add_widget(CardFace(card=card, size_hint_max_x=theme.unit * 68))
    box.add_widget(Widget(size_hint_x=0.001))
    return box


def _share(cell: Cell) -> float:
    """Return how much of the width a cell needs, by its letters or cards."""
    return max(4.0, 5.0 * len(cell) if isinstance(cell, tuple) else min(len(words.say(cell)), 24))


load_kv(__file__)
