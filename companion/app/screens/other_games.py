"""The list of games without a form of their own."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App

from companion.app.app_screen import AppScreen
from companion.app.registry import find_game_ui, games_without_form
from companion.app.texts.i18n import words
from companion.app.widgets.navigation_card import NavigationCard
from companion.app.window.kv_loader import load_kv
from companion.games.registry import AnyGame


class OtherGamesScreen(AppScreen):
    """An entry for each game; a tap opens the form that begins it."""

    def on_pre_enter(self) -> None:
        """List the games."""
        self.ids.games.clear_widgets()
        self.entries: dict[str, NavigationCard] = {}
        for rules in games_without_form():
            ui = find_game_ui(rules.name)
            entry = NavigationCard(icon="cards", illustration=ui.illustration, text=words.say(rules.title))
            entry.about = words.say(ui.about) if ui.about is not None else ""
            entry.bind(on_release=partial(self._begin, rules))
            self.entries[rules.name] = entry
            self.ids.games.add_widget(entry)

    def _begin(self, rules: AnyGame, _entry: Any) -> None:
        self.lead_to("new_game")
        App.get_running_app().root.current_screen.begin(rules)


load_kv(__file__)
