"""A bar that shows how much of a turn's usual time is left; nothing happens when it is over."""

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme

STEP = 1.0
"""Seconds between two changes of the bar."""


class TurnTimer(Widget):
    """The time left of the current turn, if the settings ask for it."""

    left = NumericProperty(1.0)
    """Share of the time that is left."""
    colour = ListProperty(theme.ink)
    shown = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._turn: object = None
        self._seconds = 0.0
        self._tick: Any = None
        super().__init__(**kwargs)

    def follow(self, turn: object, seat: int) -> None:
        """Begin anew if another turn has begun.

        Args:
            turn: What differs from one turn to the next; None after the last one.
            seat: The seat of the current player.
        """
        if turn == self._turn and self._tick is not None:
            return
        self.stop()
        self._turn, self._seconds = turn, 60.0 * App.get_running_app().settings.turn_minutes
        self.shown = turn is not None and self._seconds > 0
        if self.shown:
            self.left, self.colour = 1.0, theme.seats[seat % len(theme.seats)]
            self._tick = Clock.schedule_interval(self.advance, STEP)

    def advance(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self.left = max(0.0, self.left - seconds / self._seconds)
        if self.left == 0:
            self.colour = theme.accent

    def stop(self) -> None:
        """Stop the time, and hide the bar."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        self.shown = False


load_kv(__file__)
