"""Dice that report themselves: which are the table's, and which of them are there."""

from __future__ import annotations

import threading
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import AppScreen
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.text import Wrapped
from companion.bluetooth import FoundDie, scan_for_dice
from companion.errors import as_companion_error
from companion.pieces import DieKind
from companion.rolls.reporting import KeptDie

EVERY = 1.0
"""Seconds between two looks at which dice are there."""
SEEKS = 8.0
"""Seconds for which dice are looked for."""


class DiceScreen(AppScreen):
    """Every die that is the table's, and every one found, by what it is used as."""

    doing = StringProperty("")
    back_to = StringProperty("settings")

    def on_pre_enter(self) -> None:
        self.doing = ""
        self._found: tuple[FoundDie, ...] = ()
        self._show()
        self._tick = Clock.schedule_interval(self._mark, EVERY)

    def on_leave(self) -> None:
        self._tick.cancel()

    def seek(self) -> None:
        """Looks for dice that are awake, on a thread of its own."""
        self.doing = words._("Looking for dice. Shake them awake.")
        threading.Thread(target=self._seek, daemon=True).start()

    def _seek(self) -> None:
        try:
            found = tuple(scan_for_dice(App.get_running_app().dice.radio(), SEEKS))
        except Exception as error:  # the thread's own end would be seen by nobody
            told = as_companion_error(error)
            Clock.schedule_once(lambda _seconds: self._sought((), words.say_error(told)))
            return
        none: str = words._("No die is heard. Shake it awake, and close its maker's app: it speaks to one at a time.")
        Clock.schedule_once(lambda _seconds: self._sought(found, "" if found else none))

    def _sought(self, found: tuple[FoundDie, ...], said: str) -> None:
        self._found, self.doing = found, said
        self._show()

    def _show(self) -> None:
        app = App.get_running_app()
        kept = {die.address: die for die in app.dice.kept}
        self.fields: dict[str, ChoiceField] = {}
        self._told: dict[str, Wrapped] = {}
        self.ids.dice.clear_widgets()
        for die in (*kept.values(), *(one for one in self._found if one.address not in kept)):
            self._add(die, kept.get(die.address))
        self._mark()

    def _add(self, die: KeptDie | FoundDie, kept: KeptDie | None) -> None:
        choices = [("", words._("not used")), *((kind.value, kind.value) for kind in DieKind)]
        field = ChoiceField(value=kept.kind.value if kept is not None else "", choices=choices)
        field.bind(value=lambda _field, chosen: self._use(die, chosen))
        self.fields[die.address] = field
        self._told[die.address] = Wrapped(text=die.name, units=22)
        row = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.unit * 4)
        row.bind(minimum_height=row.setter("height"))
        row.add_widget(self._told[die.address])
        row.add_widget(field)
        self.ids.dice.add_widget(row)

    def _use(self, die: KeptDie | FoundDie, chosen: str) -> None:
        app = App.get_running_app()
        others = [one for one in app.dice.kept if one.address != die.address]
        used = [KeptDie(die.address, die.make, DieKind(chosen), die.name)] if chosen else []
        app.dice.keep([*others, *used])

    def _mark(self, *_: Any) -> None:
        """Says of each of the table's dice whether it is there."""
        app = App.get_running_app()
        there = app.dice.there
        for die in app.dice.kept:
            if die.address in self._told:
                state = words._("is there") if die.address in there else words._("is asleep or out of reach")
                self._told[die.address].text = f"{die.name}: {state}"


load_kv(__file__)
