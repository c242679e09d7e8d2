"""The end screen of any game: the final count step by step, a rematch, and exports."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App

from companion.app.play_screen import PlayScreen
from companion.app.registry import find_game_ui
from companion.app.sheets.plot import plot_game
from companion.app.storage.exports import export_picture, export_record, hand_over
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv


class EndScreen(PlayScreen):
    """The final count of a finished game, for both sides of the table."""

    _revealed = ""
    """The id of the game whose count was revealed."""

    def on_pre_enter(self) -> None:
        """Show the count, step by step on the first visit after a game."""
        app = App.get_running_app()
        self.play = app.play
        self.show()
        game = self.current_play.game.id
        if app.settings.animations and self._revealed != game:
            self._revealed = game
            self.ids.count.reveal()

    def on_leave(self) -> None:
        """Free the count: the next game must not show this one's."""
        self.ids.count.clear()

    def on_touch_down(self, touch: Any) -> bool:
        """Show all of the count at the first touch, which has its usual effect elsewhere."""
        if self.ids.count.revealing:
            self.ids.count.finish()
        return super().on_touch_down(touch)

    def refresh(self, *_: object) -> None:
        """Show the count in the current language, if one is shown."""
        if self.ids.count.count is not None:
            self.show()

    def show(self) -> None:
        """Show the count."""
        rules = self.current_play.course.rules
        both = App.get_running_app().settings.far_side_turned
        self.ids.count.show(rules.counted(self.state, self.names), self.names, self.reasons, both=both)
        two = len(self.names) == 2
        self.ids.rematch.text = words._("Rematch (other player starts)") if two else words._("Rematch")
        self.ids.plot.disabled = rules.statistics is None

    def back_to_table(self) -> None:
        """Show the table of the finished game."""
        App.get_running_app().go(find_game_ui(self.current_play.game.game).table)

    def rematch(self) -> None:
        """Open the form of a new game with the same players and rules; the next seat begins."""
        app = App.get_running_app()
        app.go("new_game")
        app.root.current_screen.begin_rematch(self.current_play)

    def share(self) -> None:
        """Save a picture of the count in the export folder."""
        course = self.current_play.course
        self._save(lambda: export_picture(App.get_running_app().folders, course, self.ids.count))

    def export(self) -> None:
        """Save the game's record in the export folder."""
        self._save(lambda: export_record(App.get_running_app().folders, self.current_play.course))

    def plot(self) -> None:
        """Open the plot of the game."""
        figures = self.current_play.course.figures()
        if figures is not None:
            self.overlay.open(plot_game(figures, len(self.names)))

    def _save(self, make: Callable[[], Path]) -> None:
        self.attempt(lambda: hand_over(self.overlay, make()))


load_kv(__file__)
