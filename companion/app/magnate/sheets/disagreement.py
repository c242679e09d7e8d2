"""Shows where the table and the game differ, with three solutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.texts.i18n import words
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.live.events import Disagreed
from companion.table.magnate.difference import Disagreement
from companion.table.magnate.resolutions import MarkedCard, mark_differences

MAX_COLUMNS = 4
"""Maximum number of columns shown; a table with more differences is hardly of this game."""


class LaidCard(FloatLayout):
    """A card on the table; it is marked if the other side differs, and a deed lies across."""

    card = ObjectProperty(EXCUSE, rebind=True)
    marked = BooleanProperty(False)
    deed = BooleanProperty(False)


class DisagreementSheet(Sheet):
    """The differences, marked, and three solutions, which ``camera`` carries out."""

    event = ObjectProperty()
    """The event of the live table that it shows."""
    camera = ObjectProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        event: Disagreed = self.event
        self.title = words._("The table and the game differ")
        self.notice = words.head(event.disagreement.reason)
        found: Disagreement = self.event.disagreement
        for one in found.columns[:MAX_COLUMNS]:
            name = words._("{name}, district {number}").format(name=event.names[one.player], number=one.district + 1)
            self._add(name, *mark_differences(one.journal, one.table))
        for place, was, now in found.districts[: max(0, MAX_COLUMNS - len(found.columns))]:
            name = words._("District {number}").format(number=place + 1)
            self._add(name, (MarkedCard(was, deed=False, differs=True),), (MarkedCard(now, deed=False, differs=True),))

    def table_is_right(self) -> None:
        """Correct the game to what the camera reads."""
        self.camera.accept_table()

    def game_is_right(self) -> None:
        """Show in words what must be put back until the table agrees."""
        self.ids.heads.opacity = 0
        self.ids.differences.clear_widgets()
        for sentence in self.camera.accept_game():
            self.ids.differences.add_widget(Text(text=words.head(sentence), units=26, halign="left"))
        self.ids.put_back.disabled = True

    def read_again(self) -> None:
        """Have the camera read the table again."""
        self.camera.read_again()

    def _add(self, name: str, journal: Sequence[MarkedCard], table: Sequence[MarkedCard]) -> None:
        row = BoxLayout(spacing=theme.unit * 12)
        row.add_widget(Text(text=name, units=20, halign="left", size_hint_x=0.24))
        row.add_widget(_in_line(table))
        row.add_widget(_in_line(journal))
        self.ids.differences.add_widget(row)


def _in_line(cards: Sequence[MarkedCard]) -> BoxLayout:
    """Return the cards of a column in a row."""
    line = BoxLayout(spacing=theme.unit * 8, size_hint_x=0.38)
    for one in cards:
        line.add_widget(LaidCard(card=one.card, marked=one.differs, deed=one.deed))
    line.add_widget(Text(text="" if cards else "–", color=theme.quiet, units=30))
    return line


load_kv(__file__)
