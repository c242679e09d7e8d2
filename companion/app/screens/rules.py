"""The cheat sheet of each game, with its first preset's options."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.app.app_screen import AppScreen
from companion.app.sheets.list import lines_of
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.registry import AnyGame, games, new_options


class RulesScreen(AppScreen):
    """A pad for each game with a cheat sheet; below them the sheet of the chosen game."""

    def on_pre_enter(self) -> None:
        """Show the first game."""
        self.pads: dict[str, Pad] = {}
        self.ids.games.clear_widgets()
        known = [rules for rules in games() if rules.cheat_sheet is not None]
        for rules in known:
            pad = Pad(text=words.say(rules.title), units=22)
            pad.bind(on_release=partial(self._chosen, rules))
            self.pads[rules.name] = pad
            self.ids.games.add_widget(pad)
        self.ids.games.height = theme.target
        self.show(known[0])

    def show(self, rules: AnyGame) -> None:
        """Show the cheat sheet of a game."""
        self._rules = rules
        for name, pad in self.pads.items():
            pad.chosen = name == rules.name
        self.ids.lines.clear_widgets()
        sheet = rules.cheat_sheet
        assert sheet is not None, "it has a pad because it has one"
        for line in lines_of(
            sheet(rules.options_from_json(new_options(rules, {"preset": rules.presets[0]}), "options"))
        ):
            self.ids.lines.add_widget(line)
        self.ids.scroll.scroll_y = 1

    def _chosen(self, rules: AnyGame, _pad: Any) -> None:
        self.show(rules)

    def refresh(self, *_: object) -> None:
        """Show the same sheet in another language."""
        self.show(self._rules)


load_kv(__file__)
