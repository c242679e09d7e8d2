"""The sheet of setting up a table: every step, with the cards that it names."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.painters.pieces import CARD_SHAPE
from companion.app.sheets.rules import RulesSheet
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.widgets.text import Text, Wrapped
from companion.app.window.theme import theme
from companion.games.sheet import Line
from companion.pieces.codes import split_cards

CARD, LETTER = 62, 11
"""Width of a card, and most of a letter, in units."""


class StepsSheet(RulesSheet):
    """The steps in order, each with its number."""

    def __init__(self, steps: Sequence[Line]) -> None:
        super().__init__(sections=())
        self.title = words._("Set up the table")
        for number, step in enumerate(steps, 1):
            self.ids.lines.add_widget(_row(f"{number}. {words.say(step.text)}"))


def _row(text: str) -> Widget:
    """Return a sentence with the cards that it names in it."""
    parts = [one for one in split_cards(text) if not isinstance(one, str) or one.strip(" .")]
    if len(parts) == 1:
        return Wrapped(text=text, units=23)
    row = BoxLayout(size_hint_y=None, height=theme.unit * CARD / CARD_SHAPE, spacing=theme.unit * 8)
    for part in parts:
        if isinstance(part, str):
            share, face = len(part), Text(text=part.strip(), units=23, halign="left")
            face.size_hint_x, face.size_hint_max_x = share, theme.unit * LETTER * share
        else:
            face = CardFace(card=part, size_hint_x=None, width=theme.unit * CARD)
        row.add_widget(face)
    row.add_widget(Widget(size_hint_x=0.001))
    return row
