"""The last moves that made a number, next to its owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.i18n import words
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.figures import Reason

MAX_REASONS = 4
"""Maximum number of reasons shown; the log has all of them."""


class ReasonCell(BoxLayout):
    """One move: the change, the turn, and the cause."""

    change = StringProperty("")
    where = StringProperty("")
    gained = BooleanProperty(True)


class ReasonsBar(Target, HalfTurn):
    """The last reasons for a number; a tap on it opens the number's log."""

    suit = ObjectProperty(None, allownone=True, rebind=True)
    """The suit of the tokens that are counted, or None."""
    label = StringProperty("")
    """What is counted, if that is no tokens."""
    colour = ListProperty(theme.ink)
    open_callback = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cells = [ReasonCell() for _ in range(MAX_REASONS)]
        for cell in self.cells:
            self.ids.cells.add_widget(cell)

    def show(self, reasons: Sequence[Reason]) -> None:
        """Show the last reasons, the oldest first."""
        shown = reasons[-MAX_REASONS:]
        places: list[Reason | None] = [*[None] * (MAX_REASONS - len(shown)), *shown]
        for cell, one in zip(self.cells, places, strict=True):
            cell.change = one.signed if one is not None else ""
            cell.gained = one is None or one.change > 0
            cell.where = _where(one) if one is not None else ""

    def on_press(self) -> None:
        """Open the log of the number."""
        if self.open_callback is not None:
            self.open_callback()


def _where(one: Reason) -> str:
    cause: str = words.say(one.cause)
    return f"{words._('turn {turn}').format(turn=one.turn)} · {cause}" if one.turn else cause


load_kv(__file__)
