"""Trays of decisions that several players make at once, each at its player's edge."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import NumericProperty

from companion.app.painters.decision_view import DecisionView
from companion.app.seats import is_far_seat
from companion.app.widgets.sheet import Tray
from companion.app.window.kv_loader import load_kv
from companion.games.decisions import Decision


class EdgeTray(Tray):
    """A decision in one line at its owner's edge; ``callback(move)`` proposes its moves."""

    trays_below = NumericProperty(0)
    """Number of trays between it and its edge."""

    def __init__(self, decision: Decision[Any], callback: Callable[[Any], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.view = DecisionView(decision, callback, in_line=True, pos_hint={"center_y": 0.5})
        self.ids.content.add_widget(self.view)


class EdgeTrays:
    """The trays over a table screen.

    Args:
        screen: The screen of the game.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen
        self.shown: dict[int, EdgeTray] = {}
        """The tray of each player who is asked, by seat."""

    def ask(self, decisions: Sequence[Decision[Any]]) -> None:
        """Show the first decision of each player; those of one edge are stacked."""
        screen, before = self._screen, self.shown
        for tray in before.values():
            screen.ids.middle.remove_widget(tray)
        self.shown = {}
        for decision in decisions:
            seat = decision.owner
            if seat is None or seat in self.shown:
                continue
            kept = before.get(seat)
            if kept is None or not kept.view.asks(decision):
                kept = EdgeTray(decision, partial(screen.propose, seat=seat))
            far = is_far_seat(seat, len(screen.names))
            kept.far, kept.turned = far, screen.is_seat_turned(seat)
            kept.trays_below = [tray.far for tray in self.shown.values()].count(far)
            kept.view.say_again()
            self.shown[seat] = kept
            screen.ids.middle.add_widget(kept)


load_kv(__file__)
