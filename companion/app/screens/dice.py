"""Bluetooth dice: which are the table's, and which are connected."""

from __future__ import annotations

import threading

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.bluetooth import FoundDie
from companion.errors import as_companion_error
from companion.pieces import DieKind
from companion.rolls.reporting import KeptDie


class DiceScreen(AppScreen):
    """Each of the table's dice and each found one, with the kind it is used as."""

    doing = StringProperty("")
    back_to = "settings"
    interval = 1.0

    def on_pre_enter(self) -> None:
        """List the dice."""
        self.doing = ""
        self._found: tuple[FoundDie, ...] = ()
        self._show()

    def search(self) -> None:
        """Search for dice that are awake, in the background."""
        self.doing = words._("Searching… Shake the dice to wake them up.")
        threading.Thread(target=self._search, daemon=True).start()

    def _search(self) -> None:
        try:
            found = App.get_running_app().dice.search()
        except Exception as error:  # shown on the screen; nobody sees the end of a thread
            known_error = as_companion_error(error)
            Clock.schedule_once(lambda _seconds: self._on_found((), words.say_error(known_error)))
            return
        none: str = words._(
            "No dice found. Shake them to wake them up, and close the maker’s app: a die connects to only one app."
        )
        Clock.schedule_once(lambda _seconds: self._on_found(found, "" if found else none))

    def _on_found(self, found: tuple[FoundDie, ...], message: str) -> None:
        self._found, self.doing = found, message
        self._show()

    def _show(self) -> None:
        app = App.get_running_app()
        kept = {die.address: die for die in app.dice.kept}
        self.fields: dict[str, ChoiceField] = {}
        self._labels: dict[str, Wrapped] = {}
        self.ids.dice.clear_widgets()
        for die in (*kept.values(), *(one for one in self._found if one.address not in kept)):
            self._add(die, kept.get(die.address))
        self.follow()

    def _add(self, die: KeptDie | FoundDie, kept: KeptDie | None) -> None:
        choices = [("", words._("not used")), *((kind.value, kind.value) for kind in DieKind)]
        field = ChoiceField(value=kept.kind.value if kept is not None else "", choices=choices)
        field.bind(value=lambda _field, chosen: self._use(die, chosen))
        self.fields[die.address] = field
        self._labels[die.address] = Wrapped(text=die.name, units=22)
        row = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.unit * 4)
        row.bind(minimum_height=row.setter("height"))
        row.add_widget(self._labels[die.address])
        row.add_widget(field)
        self.ids.dice.add_widget(row)

    def _use(self, die: KeptDie | FoundDie, chosen: str) -> None:
        kept = KeptDie(die.address, die.make, DieKind(chosen), die.name) if chosen else None
        App.get_running_app().dice.use(die, kept)

    def follow(self, _seconds: float = 0.0) -> None:
        """Show for each of the table's dice whether it is connected."""
        app = App.get_running_app()
        connected = app.dice.connected
        for die in app.dice.kept:
            if die.address in self._labels:
                state = words._("connected") if die.address in connected else words._("asleep or out of range")
                self._labels[die.address].text = f"{die.name}: {state}"


load_kv(__file__)
