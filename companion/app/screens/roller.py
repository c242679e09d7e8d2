"""The dice roller: whether it is connected, and whether its rolls count at once."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.app.app_screen import AppScreen
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.widgets.fields import ChoiceField
from companion.roller import ConnectedRoller, status_message

REFRESH_INTERVAL = 0.5
"""Seconds between two checks of the connection."""


class RollerScreen(AppScreen):
    """The roller's state, and whether its rolls count at once."""

    doing = StringProperty("")

    def on_pre_enter(self) -> None:
        """Show the roller's state from now on."""
        app = App.get_running_app()
        self._tick = Clock.schedule_interval(self._update, REFRESH_INTERVAL)
        self._update()
        asks = {True: words._("Accept automatically"), False: words._("Ask first")}
        field = ChoiceField(value=app.settings.roller_counts_at_once, choices=list(asks.items()))
        field.bind(value=lambda _field, chosen: app.set("roller_counts_at_once", chosen))
        self.counts = field
        self.ids.counts.clear_widgets()
        self.ids.counts.add_widget(field)

    def on_leave(self) -> None:
        """Stop following it."""
        self._tick.cancel()

    def _update(self, *_: Any) -> None:
        roller: ConnectedRoller | None = App.get_running_app().roller
        none: str = words._("No roller connected.")
        self.doing = words.say(status_message(roller.state)) if roller is not None else none


load_kv(__file__)
