"""The end of a game: who won, and why; then once more, or something to take away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App

from companion.app.app_screen import AppScreen
from companion.app.exports import export_record, share_picture
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.overlay import Overlay
from companion.app.sheets.plot import PlotSheet
from companion.errors import CompanionError
from companion.games.magnate import score
from companion.play import AnyPlay


class EndScreen(AppScreen):
    """The score explained; the table is a tap away where something has to be put right."""

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        self.overlay = Overlay(self.ids.middle)
        self._animated_game = ""
        """The game of which one district was told after the other."""

    def on_pre_enter(self) -> None:
        words.bind(language=self.show)
        self.show()
        app = App.get_running_app()
        if app.settings.animations and app.play is not None and self._animated_game != app.play.game.id:
            self._animated_game = app.play.game.id
            self.ids.score.animate()

    def on_leave(self) -> None:
        # Another game that goes on meanwhile has no score of this one's.
        words.unbind(language=self.show)
        self.overlay.close()
        self.overlay.dismiss()
        self.ids.score.clear()

    def show(self, *_: object) -> None:
        play = App.get_running_app().play
        if play is not None:
            self.ids.score.show(score(play.state), play.game.names, play.state.options)
            others = play.state.options.players
            self.ids.rematch.text = words._("Rematch (the other begins)") if others == 2 else words._("Rematch")

    def rematch(self) -> None:
        """The same players and rules anew; who sat after the one that began begins. Only the cards are to be tapped."""
        app, play = App.get_running_app(), self._play
        app.go("new_game")
        app.root.current_screen.prefill_rematch(play.game.names, play.state.options, play.course.rules, play.game.setup)

    def share(self) -> None:
        """Puts a picture of the score where players find it."""
        self._save(lambda: share_picture(App.get_running_app().folders, self._play.course, self.ids.score))

    def export(self) -> None:
        """Puts the game's record there."""
        self._save(lambda: export_record(App.get_running_app().folders, self._play.course))

    def plot(self) -> None:
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
            text = words._("It is in {file}").format(file=make())
        except CompanionError as error:
            text = words.say_error(error)
        self.overlay.show_notice(text)


load_kv(__file__)
