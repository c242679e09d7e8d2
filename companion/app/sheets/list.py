"""The sheet of a list, and the lists that stand on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.painters.pieces import CARD_SHAPE
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text, Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.sheet import Line, Section
from companion.pieces.codes import split_cards

CARD, LETTER = 62, 11
"""Width of a card, and most of a letter, in units."""


class ListSheet(Sheet):
    """Widgets below each other, scrolled; in as many columns as there are in a window that is wider than high."""

    read_only = True
    columns = NumericProperty(1)

    def __init__(self, widgets: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for one in widgets:
            if one.parent is not None:
                one.parent.remove_widget(one)
            self.ids.lines.add_widget(one)


def lines_of(sections: Sequence[Section]) -> Iterator[Wrapped]:
    """Yield a widget for each section's title and for each line, with its rule's number."""
    for section in sections:
        yield Wrapped(text=words.say(section.title), bold=True, units=27)
        for line in section.lines:
            yield Wrapped(text=f"{words.say(line.text)}  {line.rule}".rstrip(), units=23)


def rows_of(steps: Sequence[Line]) -> Iterator[Widget]:
    """Yield a row for each step with its number, and with the cards that it names in it."""
    for number, step in enumerate(steps, 1):
        text = f"{number}. {words.say(step.text)}"
        parts = [one for one in split_cards(text) if not isinstance(one, str) or one.strip(" .")]
        if len(parts) == 1:
            yield Wrapped(text=text, units=23)
            continue
        row = BoxLayout(size_hint_y=None, height=theme.unit * CARD / CARD_SHAPE, spacing=theme.unit * 8)
        for part in parts:
            if isinstance(part, str):
                share, face = len(part), Text(text=part.strip(), units=23, halign="left")
                face.size_hint_x, face.size_hint_max_x = share, theme.unit * LETTER * share
            else:
                face = CardFace(card=part, size_hint_x=None, width=theme.unit * CARD)
            row.add_widget(face)
        row.add_widget(Widget(size_hint_x=0.001))
        yield row


load_kv(__file__)
