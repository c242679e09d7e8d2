"""Setting up a game: who sits where, which Crowns were dealt, the row of districts, who starts (B2–B6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.seats import seat_name
from companion.app.theme import theme
from companion.app.words import words
from companion.errors import CompanionError
from companion.games.magnate import Setup, preset, usual_districts
from companion.games.magnate.game import MAGNATE

STANDARD = preset("standard")


class NewGameScreen(Page):
    """Nothing needs the keyboard: three taps for the Crowns, and the game begins."""

    first = NumericProperty(0)
    every_suit = BooleanProperty(False)
    courts = BooleanProperty(False)
    notice = StringProperty("")

    def on_kv_post(self, _base: Any) -> None:
        self.ids.districts.districts = list(usual_districts(STANDARD))
        words.bind(language=self._name)
        self._usual_names: list[str] = ["", ""]
        self._name()

    def start(self) -> None:
        """Begins the game; what cannot be played is said here."""
        options = replace(STANDARD, every_suit_on_a_deed=self.every_suit, courts=self.courts)
        names = tuple(field.text.strip() or seat_name(seat) for seat, field in enumerate(self._fields()))
        try:
            setup = Setup(tuple(self.ids.districts.districts), self.ids.crowns.crowns(), int(self.first))
            App.get_running_app().start_game(MAGNATE, names, options, setup)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.ids.crowns.near, self.notice = [], ""

    def _name(self, *_: object) -> None:
        """The usual names in the language of the screen, unless somebody wrote another."""
        for seat, field in enumerate(self._fields()):
            field.foreground_color = theme.seats[seat]
            if field.text in ("", self._usual_names[seat]):
                field.text = self._usual_names[seat] = seat_name(seat)

    def _fields(self) -> tuple[Any, Any]:
        return self.ids.near_name, self.ids.far_name


load_beside(__file__)
