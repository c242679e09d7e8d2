"""Where table and game no longer agree: both side by side, and three ways out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.kv import load_beside
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text
from companion.app.words import words
from companion.games.magnate.state import Column
from companion.locale import Message
from companion.table.difference import ColumnDifference, Disagreement

AT_MOST = 4
"""So many columns are shown; a table that differs in more is hardly this game's."""


class LaidCard(FloatLayout):
    """A card as it lies: marked where the other side has it not so; a deed lies across."""

    card = ObjectProperty(EXCUSE, rebind=True)
    marked = BooleanProperty(False)
    deed = BooleanProperty(False)


class DisagreementSheet(Sheet):
    """What differs, marked, with ``table_is_right``, ``journal_is_right`` and ``look_again`` to be called."""

    disagreement = ObjectProperty()
    names = ListProperty()
    table_is_right: Callable[[], None]
    journal_is_right: Callable[[], Sequence[Message]]
    look_again: Callable[[], None]

    def __init__(
        self,
        table_is_right: Callable[[], None],
        journal_is_right: Callable[[], Sequence[Message]],
        look_again: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        self.table_is_right, self.journal_is_right, self.look_again = table_is_right, journal_is_right, look_again
        super().__init__(**kwargs)
        shown: Disagreement = self.disagreement
        self.title = words._("Table and game differ")
        self.notice = words.head(shown.reason)
        for one in shown.columns[:AT_MOST]:
            self._add_row(one)
        for place, journal, table in shown.districts[: AT_MOST - len(shown.columns)]:
            self._add(words._("District {number}").format(number=place + 1), Column((journal,)), Column((table,)))

    def put_back(self) -> None:
        """The game is right: what is to be put back, in words, until the table shows it."""
        told = self.journal_is_right()
        self.ids.differences.clear_widgets()
        for sentence in told:
            self.ids.differences.add_widget(Text(text=words.head(sentence), units=26, halign="left"))
        self.ids.put_back.disabled = True

    def _add_row(self, one: ColumnDifference) -> None:
        name = words._("{name}, district {number}").format(name=self.names[one.player], number=one.district + 1)
        self._add(name, one.journal, one.table)

    def _add(self, name: str, journal: Column, table: Column) -> None:
        row = BoxLayout(spacing=theme.unit * 12)
        row.add_widget(Text(text=name, units=20, halign="left", size_hint_x=0.24))
        row.add_widget(_in_line(table, journal))
        row.add_widget(_in_line(journal, table))
        self.ids.differences.add_widget(row)


def _in_line(column: Column, other: Column) -> BoxLayout:
    """A column's cards side by side, those marked that the other has not so."""
    line = BoxLayout(spacing=theme.unit * 8, size_hint_x=0.38)
    for card in column.properties:
        line.add_widget(LaidCard(card=card, marked=card not in other.properties))
    if column.deed is not None:
        card = column.deed.card
        line.add_widget(LaidCard(card=card, marked=other.deed is None or other.deed.card != card, deed=True))
    line.add_widget(Text(text="" if column.cards else "–", color=theme.quiet, units=30))
    return line


load_beside(__file__)
