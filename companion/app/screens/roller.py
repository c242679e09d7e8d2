"""The dice roller: whether it is connected, whether its rolls count at once, and a test whether its dice seem fair."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.face_bars import FaceBars
from companion.app.widgets.fields import ChoiceField
from companion.app.window.kv_loader import load_kv
from companion.club.dice_figures import describe_rolls, named_dice
from companion.errors import CompanionError
from companion.locale import Message, Wording
from companion.roller import ConnectedRoller, status_message
from companion.rolls.honesty import LIMITS
from companion.rolls.roller_trial import RollerTrial


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


load_kv(__file__)
