"""The list of games without a form of their own."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App

from companion.app.app_screen import AppScreen
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.pad import Pad
from companion.games.registry import AnyGame


class OtherGamesScreen(AppScreen):
    """A pad for each game; a tap opens the form that begins it."""

    def on_pre_enter(self) -> None:
        """List the games."""
        self.ids.games.clear_widgets()
        self.pads: dict[str, Pad] = {}
        for rules in App.get_running_app().games_without_form():
            pad = Pad(text=words.say(rules.title), units=28, size_hint_y=None, height=theme.target * 1.2)
            pad.bind(on_release=partial(self._begin, rules))
            self.pads[rules.name] = pad
            self.ids.games.add_widget(pad)

    def _begin(self, rules: AnyGame, _pad: Any) -> None:
        app = App.get_running_app()
        app.go("begin_any")
        app.root.current_screen.begin(rules)


load_kv(__file__)
