"""A bar that offers to undo what was just done."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.half_turn import HalfTurn

DISPLAY_TIME = 4.0
"""Seconds for which the bar is shown."""


class UndoBar(HalfTurn):
    """Lies at the edge of the player who moved; ``undo_callback`` undoes, ``close_callback`` removes the bar."""

    text = StringProperty("")
    shown = NumericProperty(DISPLAY_TIME, allownone=True)
    """Seconds until it closes; None to stay until it is removed."""
    undo_callback = ObjectProperty(None, allownone=True)
    close_callback = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._later = Clock.create_trigger(lambda _seconds: self.close(), self.shown or 0)
        if self.shown is not None:
            self._later()

    def on_turned(self, *_: object) -> None:
        """Move the bar to the edge of its player."""
        self.pos_hint = {"center_x": 0.5, "top": 1} if self.turned else {"center_x": 0.5, "y": 0}

    def close(self) -> None:
        """Remove the bar."""
        self._later.cancel()
        if self.close_callback is not None:
            self.close_callback()

    def undo(self) -> None:
        """Undo, and remove the bar."""
        self.close()
        if self.undo_callback is not None:
            self.undo_callback()


load_kv(__file__)
