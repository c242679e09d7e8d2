"""Screens of the dice roller and of Bluetooth dice."""

import threading

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.curves import FaceBars
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.bluetooth import FoundDie
from companion.club.dice_figures import describe_rolls, named_dice
from companion.errors import CompanionError, as_companion_error
from companion.locale import Message, Wording
from companion.pieces import DieKind
from companion.roller import ConnectedRoller, status_message
from companion.rolls.honesty import LIMITS, RollerTrial
from companion.rolls.reporting import KeptDie


class RollerScreen(AppScreen):
    """The roller's state, whether its rolls count at once, a test of its dice, and all rolls by source."""

    interval = 0.5
    doing = StringProperty("")
    connected = BooleanProperty(False)
    tested = StringProperty("")
    """How far the test of the roller's dice is."""
    testing = BooleanProperty(False)
    trial_rolls = LIMITS.enough
    """The number of rolls of a test."""
    trial: RollerTrial | None = None
    """The latest test since this screen was opened."""
    fairness = StringProperty("")
    """What the figures are, or that there are none."""

    def on_pre_enter(self) -> None:
        """Show the roller's state from now on."""
        app = App.get_running_app()
        self.trial, self.tested, self.testing = None, "", False
        self.ids.trial.clear_widgets()
        self.follow()
        asks = {True: words._("Accept automatically"), False: words._("Ask first")}
        field = ChoiceField(value=app.settings.roller_counts_at_once, choices=list(asks.items()))
        field.bind(value=lambda _field, chosen: app.set("roller_counts_at_once", chosen))
        self.counts = field
        self.ids.counts.clear_widgets()
        self.ids.counts.add_widget(field)
        self.refresh()

    def on_leave(self) -> None:
        """Stop the test."""
        if self.trial is not None:
            self.trial.stop()

    def test_or_stop(self) -> None:
        """Let the roller roll by itself, to see whether its dice are fair; or stop it."""
        roller: ConnectedRoller | None = App.get_running_app().dice.roller
        if self.trial is not None and self.trial.running:
            self.trial.stop()
        elif roller is not None and self.connected:
            self.trial = RollerTrial(roller.dice, self.trial_rolls)
            self.trial.start()
        self._show_trial()

    def _show_trial(self) -> None:
        """Show the rolls of the test so far."""
        if self.trial is None:
            return
        self.testing = self.trial.running
        count: Wording = {"n": self.trial.received, "total": self.trial.total}
        self.tested = words.say(Message("{n} of {total} test rolls. They count in no game.", count))
        self.ids.trial.clear_widgets()
        for dice in self.trial.figures if self.trial.received else ():
            self.ids.trial.add_widget(FaceBars(dice, title=words.say(describe_rolls(Message("Test"), dice))))

    def refresh(self, *_: object) -> None:
        """Show how often each face was rolled in the stored games, by source."""
        self.ids.rolls.clear_widgets()
        try:
            figures = App.get_running_app().game_store.dice_figures()
        except CompanionError as error:
            self.fairness = words.say_error(error)
            return
        for name, dice in named_dice(figures):
            self.ids.rolls.add_widget(FaceBars(dice, title=words.say(describe_rolls(name, dice))))
        shown = bool(self.ids.rolls.children)
        self.fairness = words._("Rolls of all saved games") if shown else words._("No rolls yet.")

    def follow(self, _seconds: float = 0.0) -> None:
        """Show the roller's state, and how far the test is."""
        if self.testing:
            self._show_trial()
        roller: ConnectedRoller | None = App.get_running_app().dice.roller
        self.connected = roller is not None and roller.state.hello is not None
        none: str = words._("No roller connected.")
        self.doing = words.say(status_message(roller.state)) if roller is not None else none


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
