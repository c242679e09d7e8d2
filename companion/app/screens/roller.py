"""The dice roller on this machine's line: whether it is there, and what its rolls do."""

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

EVERY = 0.5
"""Seconds between two looks at the line."""


class RollerScreen(AppScreen):
    """What the roller says of itself now, and whether its rolls count at once."""

    doing = StringProperty("")

    def on_pre_enter(self) -> None:
        app = App.get_running_app()
        self._tick = Clock.schedule_interval(self._look, EVERY)
        self._look()
        asks = {True: words._("count at once"), False: words._("are asked about first")}
        field = ChoiceField(value=app.settings.roller_counts_at_once, choices=list(asks.items()))
        field.bind(value=lambda _field, chosen: app.set("roller_counts_at_once", chosen))
        self.counts = field
        self.ids.counts.clear_widgets()
        self.ids.counts.add_widget(field)

    def on_leave(self) -> None:
        self._tick.cancel()

    def _look(self, *_: Any) -> None:
        roller: ConnectedRoller | None = App.get_running_app().roller
        none: str = words._("No roller is looked for.")
        self.doing = words.say(status_message(roller.state)) if roller is not None else none


load_kv(__file__)
