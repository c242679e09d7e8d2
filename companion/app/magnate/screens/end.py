"""The end of a game: who won, and why."""

from __future__ import annotations

from kivy.app import App

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.words import words
from companion.games.magnate import score


class EndScreen(Page):
    """The score explained; the table is a tap away where something has to be put right."""

    def on_pre_enter(self) -> None:
        words.bind(language=self.show)
        self.show()

    def on_leave(self) -> None:
        # Another game that goes on meanwhile has no score of this one's.
        words.unbind(language=self.show)

    def show(self, *_: object) -> None:
        play = App.get_running_app().play
        if play is not None:
            self.ids.score.show(score(play.state), play.game.players, play.state.options)


load_beside(__file__)
