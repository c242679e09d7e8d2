"""Where table and game no longer agree: both side by side, and three ways out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text
from companion.live.events import Disagreed
from companion.table.magnate.difference import Disagreement
from companion.table.magnate.resolutions import MarkedCard, mark_differences

MAX_COLUMNS = 4
"""So many columns are shown; a table that differs in more is hardly this game's."""


class LaidCard(FloatLayout):
    """A card as it lies: marked where the other side has it not so; a deed lies across."""

    card = ObjectProperty(EXCUSE, rebind=True)
    marked = BooleanProperty(False)
    deed = BooleanProperty(False)


class DisagreementSheet(Sheet):
    """What differs, marked, and three ways out; ``camera`` is told which is taken."""

    event = ObjectProperty()
    """The :class:`~companion.live.events.Disagreed` that it shows."""
    camera = ObjectProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        event: Disagreed = self.event
        self.title = words._("Table and game differ")
        self.notice = words.head(event.disagreement.reason)
        found: Disagreement = self.event.disagreement
        for one in found.columns[:MAX_COLUMNS]:
            name = words._("{name}, district {number}").format(name=event.names[one.player], number=one.district + 1)
            self._add(name, *mark_differences(one.journal, one.table))
        for place, was, now in found.districts[: max(0, MAX_COLUMNS - len(found.columns))]:
            name = words._("District {number}").format(number=place + 1)
            self._add(name, (MarkedCard(was, deed=False, differs=True),), (MarkedCard(now, deed=False, differs=True),))

    def table_is_right(self) -> None:
        self.camera.accept_table()

    def game_is_right(self) -> None:
        """What is to be put back stands there in words until the table shows it."""
        self.ids.heads.opacity = 0
        self.ids.differences.clear_widgets()
        for sentence in self.camera.the_game_is_right():
            self.ids.differences.add_widget(Text(text=words.head(sentence), units=26, halign="left"))
        self.ids.put_back.disabled = True

    def read_again(self) -> None:
        self.camera.look_again()

    def _add(self, name: str, journal: Sequence[MarkedCard], table: Sequence[MarkedCard]) -> None:
        row = BoxLayout(spacing=theme.unit * 12)
        row.add_widget(Text(text=name, units=20, halign="left", size_hint_x=0.24))
        row.add_widget(_in_line(table))
        row.add_widget(_in_line(journal))
        self.ids.differences.add_widget(row)


def _in_line(cards: Sequence[MarkedCard]) -> BoxLayout:
    """A column's cards side by side."""
    line = BoxLayout(spacing=theme.unit * 8, size_hint_x=0.38)
    for one in cards:
        line.add_widget(LaidCard(card=one.card, marked=one.differs, deed=one.deed))
    line.add_widget(Text(text="" if cards else "–", color=theme.quiet, units=30))
    return line


load_kv(__file__)
