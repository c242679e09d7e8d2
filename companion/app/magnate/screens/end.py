"""The end of a game: who won, and why."""

from __future__ import annotations

from typing import Any

from kivy.app import App

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.words import words
from companion.games.magnate import score


class EndScreen(Page):
    """The score explained; the table is a tap away where something has to be put right."""

    def on_kv_post(self, _base: Any) -> None:
        words.bind(language=self.show)

    def on_pre_enter(self) -> None:
        self.show()

    def show(self, *_: object) -> None:
        play = App.get_running_app().play
        if play is not None:
            self.ids.score.show(score(play.state), play.game.players, play.state.options)


load_beside(__file__)
