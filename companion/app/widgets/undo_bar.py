"""What was just done, and for a moment one tap to take it back."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.half_turn import HalfTurn

SHOWN = 4.0
"""Seconds."""


class UndoBar(HalfTurn):
    """Lies at the edge of who did it. ``undoer`` takes it back, ``closer`` puts the bar away."""

    text = StringProperty("")
    shown = NumericProperty(SHOWN, allownone=True)
    """Seconds; None: until it is put away."""
    undo_callback = ObjectProperty(None, allownone=True)
    close_callback = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._later = Clock.create_trigger(lambda _seconds: self.close(), self.shown or 0)
        if self.shown is not None:
            self._later()

    def on_turned(self, *_: object) -> None:
        self.pos_hint = {"center_x": 0.5, "top": 1} if self.turned else {"center_x": 0.5, "y": 0}

    def close(self) -> None:
        self._later.cancel()
        if self.close_callback is not None:
            self.close_callback()

    def undo(self) -> None:
        self.close()
        if self.undo_callback is not None:
            self.undo_callback()


load_kv(__file__)
