"""The end screen: who won and why, a rematch, and exports."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App

from companion.app.app_screen import AppScreen
from companion.app.sheets.plot import PlotSheet
from companion.app.storage.exports import export_picture, export_record
from companion.app.storage.sharing import hand_over
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.errors import CompanionError
from companion.games.magnate import score
from companion.play import AnyPlay


class EndScreen(AppScreen):
    """The explained score of the finished game."""

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        """Create the overlay."""
        self.overlay = Overlay(self.ids.middle)
        self._animated_game = ""
        """The id of the game whose score was animated."""

    def on_pre_enter(self) -> None:
        """Show the score, district by district on the first visit after a game."""
        words.bind(language=self.show)
        self.show()
        app = App.get_running_app()
        if app.settings.animations and app.play is not None and self._animated_game != app.play.game.id:
            self._animated_game = app.play.game.id
            self.ids.score.animate()

    def on_leave(self) -> None:
        """Close the sheets and free the score."""
        # The next game must not show this score.
        words.unbind(language=self.show)
        self.overlay.close()
        self.overlay.dismiss()
        self.ids.score.clear()

    def show(self, *_: object) -> None:
        """Show the score in the current language."""
        play = App.get_running_app().play
        if play is not None:
            self.ids.score.show(score(play.state), play.game.names, play.state.options)
            others = play.state.options.players
            self.ids.rematch.text = words._("Rematch (other player starts)") if others == 2 else words._("Rematch")

    def rematch(self) -> None:
        """Open a new game with the same players and rules; the next seat begins."""
        app = App.get_running_app()
        app.go("new_game")
        app.root.current_screen.begin_rematch(self._play)

    def share(self) -> None:
        """Save a picture of the score in the export folder."""
        self._save(lambda: export_picture(App.get_running_app().folders, self._play.course, self.ids.score))

    def export(self) -> None:
        """Save the game's record in the export folder."""
        self._save(lambda: export_record(App.get_running_app().folders, self._play.course))

    def plot(self) -> None:
        """Open the plot of the game."""
        figures = self._play.course.figures()
        if figures is not None:
            self.overlay.open(PlotSheet(figures, len(self._play.game.names)))

    @property
    def _play(self) -> AnyPlay:
        play: AnyPlay | None = App.get_running_app().play
        if play is None:
            raise RuntimeError("the end is shown of a game")
        return play

    def _save(self, make: Callable[[], Path]) -> None:
        try:
            file = make()
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
            return
        hand_over(self.overlay, file)


load_kv(__file__)
