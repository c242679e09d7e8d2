"""The cheat sheet of each game, with its first preset's options."""

from __future__ import annotations

from functools import partial

from companion.app.app_screen import AppScreen
from companion.app.painters.question_view import add_pads
from companion.app.sheets.list import lines_of
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.games.registry import AnyGame, games, new_options


class RulesScreen(AppScreen):
    """A pad for each game with a cheat sheet; below them the sheet of the chosen game."""

    def on_pre_enter(self) -> None:
        """Show the first game."""
        self.ids.games.clear_widgets()
        known = [rules for rules in games() if rules.cheat_sheet is not None]
        pads = add_pads(self.ids.games, [(words.say(rules.title), partial(self.show, rules)) for rules in known])
        self.pads = dict(zip([rules.name for rules in known], pads, strict=True))
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

    def refresh(self, *_: object) -> None:
        """Show the same sheet in another language."""
        self.show(self._rules)


load_kv(__file__)
