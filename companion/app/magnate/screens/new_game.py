"""The form of a new game: preset, seats, Crowns, districts, first player (B2–B6)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.magnate.deal_from_camera import DealReader, DealReading
from companion.app.magnate.sheets.house_rules import HouseRulesSheet
from companion.app.seats import seat_name
from companion.app.storage.people import offer_people
from companion.app.texts.i18n import words
from companion.app.widgets.name_field import NameField
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.games.magnate import Options, Setup, default_districts, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.house_rules import PRESET_DESCRIPTIONS, count_differences
from companion.games.magnate.options import Solo
from companion.games.magnate.preset_names import KINDS, VARIANTS
from companion.games.protocol import Game
from companion.names import normalize_name
from companion.pieces import Suit


class NewGameScreen(AppScreen):
    """The form of a new game, which needs no keyboard."""

    first = NumericProperty(0)
    description = StringProperty("")
    """One line about the chosen preset."""
    notice = StringProperty("")
    has_camera = BooleanProperty(False)
    """Whether a camera is set up that can read the deal."""
    house_rules = StringProperty("")
    """The text of its pad: the preset, and how many rules differ from it."""

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        """Build the pads of the presets."""
        self.options: Options = preset("standard")
        self._began_early = False
        """Whether the player wanted to start without all Crowns: what is missing is then shown."""
        self.kinds: dict[str, Pad] = {}
        self.names: list[NameField] = []
        self.starters: list[Pad] = []
        self._typed_names = [""] * 3
        """Names that were typed, by seat; empty for the default name."""
        self.overlay = Overlay(self.ids.middle)
        self.deal_reader = DealReader(self._take_deal, partial(setattr, self, "notice"))
        for kind in KINDS:
            pad = Pad(units=17)
            pad.bind(on_release=partial(self._choose_kind, kind))
            self.kinds[kind] = pad
            self.ids.kinds.add_widget(pad)
        self.ids.crowns.bind(dealt=lambda *_: self._show_missing())
        words.bind(language=self.show)
        self.take(self.options)

    def on_pre_enter(self) -> None:
        """Reset the form to the standard game."""
        self._typed_names = [""] * 3
        for field in self.names:
            field.text = ""
        self.has_camera = bool(App.get_running_app().settings.camera)
        self.notice, self.first = "", 0
        self.ids.districts.districts, self.ids.districts.picked = list(default_districts(preset("standard"))), -1
        self.take(preset("standard"))

    def read_deal(self) -> None:
        """Start to read the deal through the camera."""
        self.deal_reader.start(self.options)

    def take(self, options: Options) -> None:
        """Show the form for a game with these options."""
        before, self.options = self.options, options
        self._began_early, self.notice = False, ""
        self.deal_reader.stop()
        if default_districts(before) != default_districts(options) or not self.ids.districts.districts:
            self.ids.districts.districts = list(default_districts(options))
        if (before.players, before.crowns_each, before.decks) != (options.players, options.crowns_each, options.decks):
            self.first = 0
        self.show(dealt_anew=True)

    def prefill_rematch(
        self, names: Sequence[str], options: Options, rules: Game[Any, Any, Any, Any], setup: Any
    ) -> None:
        """Fill in the players and rules of a finished game; the seat after its first player begins.

        Args:
            names: The player names, by seat.
            options: The options of the finished game.
            rules: Its rules.
            setup: Its setup, as in JSON.
        """
        self.take(options)
        for field, name in zip(self.names, names, strict=True):
            field.text = name if name != field.hint_text else ""
        began = rules.at_turn(rules.start(options, rules.setup_from_json(setup, "setup")))
        self.first = 0 if options.solo is not Solo.NO else (began + 1) % options.players
        self._mark_first()

    def open_house_rules(self) -> None:
        """Open the sheet of the house rules."""
        self.overlay.open(HouseRulesSheet(self.options, self.take))

    def start(self) -> None:
        """Start the game, or show what is missing."""
        crowns = self.ids.crowns
        if not crowns.ready:
            self._began_early = True
            self._show_missing()
            return
        try:
            setup = Setup(tuple(self.ids.districts.districts), crowns.crowns(), int(self.first))
            names = tuple(map(self._name, range(self.options.players)))
            App.get_running_app().start_game(MAGNATE, names, self.options, setup)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.notice = ""
        self._deal_anew()

    def ask_to_take(self) -> None:
        """Show what to do with Crowns that the app dealt."""
        self.notice = words._("Each player takes the Crowns in their colour.")

    def on_leave(self) -> None:
        """Stop the camera and close the sheet."""
        self.deal_reader.stop()
        self.overlay.close()

    def show(self, *_: object, dealt_anew: bool = False) -> None:
        """Show the form in the current language; ``dealt_anew`` clears the tapped Crowns."""
        for kind, pad in self.kinds.items():
            pad.text = words.say(KINDS[kind])
            pad.chosen = kind == self.options.preset or (kind == "standard" and self.options.preset in VARIANTS)
        self.description = words.say(PRESET_DESCRIPTIONS[self.options.preset])
        base = preset(self.options.preset)
        number = count_differences(self.options, base)
        title = words.say(VARIANTS.get(self.options.preset)) or words._("House rules")
        self.house_rules = f"{title} +{number}" if number else title
        self._seat()
        if dealt_anew or self.ids.crowns.names != self._names():
            self._deal_anew()

    def _show_missing(self) -> None:
        """Show the Crowns that are missing, if the player wanted to start without them."""
        crowns = self.ids.crowns
        if not self._began_early:
            return
        self.notice = ""
        if not crowns.ready:
            seat = next(seat for seat, held in enumerate(crowns.dealt) if len(held) < crowns.each)
            missing = int(crowns.each) - len(crowns.dealt[seat])
            self.notice = words.ngettext(
                "Tap {n} more Crown for {name}.", "Tap {n} more Crowns for {name}.", missing
            ).format(n=missing, name=self._name(seat))

    def _deal_anew(self) -> None:
        dealt = self.options.players * self.options.crowns_each
        decks = -(-dealt // len(Suit))
        self.ids.crowns.begin(self._names(), self.options.crowns_each, decks)

    def _take_deal(self, reading: DealReading) -> None:
        if reading.districts:
            self.ids.districts.districts = list(reading.districts)
        crowns = self.ids.crowns
        crowns.begin(self._names(), self.options.crowns_each, crowns.decks, reading.crowns)

    def _choose_kind(self, kind: str, _pad: Pad) -> None:
        self.take(preset(kind))

    def _seat(self) -> None:
        seats = self.options.players
        if len(self.names) != seats:
            self.ids.names.clear_widgets()
            self.ids.starters.clear_widgets()
            self.names, self.starters = [], []
            for seat in range(seats):
                field = NameField(text=self._typed_names[seat])
                field.foreground_color = theme.seats[seat % len(theme.seats)]
                field.bind(text=partial(self._rename, seat))
                field.chooser = partial(offer_people, self.overlay, field, partial(self._other_names, seat))
                pad = Pad(units=18)
                pad.bind(on_release=partial(self._choose_first, seat))
                self.names.append(field)
                self.starters.append(pad)
                self.ids.names.add_widget(field)
                self.ids.starters.add_widget(pad)
        for seat, field in enumerate(self.names):
            field.hint_text = self._default_name(seat)
        self._mark_first()

    def _rename(self, seat: int, _field: NameField, text: str) -> None:
        self._typed_names[seat] = normalize_name(text)
        self.ids.crowns.names = self._names()
        self._mark_first()

    def _choose_first(self, seat: int, _pad: Pad) -> None:
        self.first = seat
        self._mark_first()

    def _mark_first(self) -> None:
        for seat, pad in enumerate(self.starters):
            pad.text = words._("{name} starts").format(name=self._name(seat))
            pad.chosen = seat == self.first
            pad.disabled = self.options.solo is not Solo.NO and seat > 0

    def _names(self) -> list[str]:
        return [self._name(seat) for seat in range(self.options.players)]

    def _other_names(self, seat: int) -> list[str]:
        return [name for other, name in enumerate(self._names()) if other != seat]

    def _name(self, seat: int) -> str:
        return self._typed_names[seat] or self._default_name(seat)

    def _default_name(self, seat: int) -> str:
        if self.options.solo is not Solo.NO:
            return [words._("You"), words._("Automa")][seat]
        return seat_name(seat, self.options.players)


load_kv(__file__)
