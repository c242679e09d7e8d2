"""The first screen: a whole game, or a lighter door."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App

from companion.app.face import Way
from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.registry import faces, formless
from companion.app.widgets.door import Door
from companion.app.words import words
from companion.locale import Message

GOING_ON = Way("games", "list", Message("Continue a game"), Message("Every game is kept after every move"))

ANOTHER = Way("other_games", "cards", Message("Another game"), Message("What else is played with these cards"))


class StartScreen(Page):
    """Above, the ways to a game; below, those to uses for which none is kept."""

    def on_kv_post(self, _base: Any) -> None:
        begun = [face.new_game for face in faces() if face.new_game is not None]
        lighter = [way for face in faces() for way in face.doors]
        self.ways = (*begun, GOING_ON, ANOTHER, *lighter)
        self.doors = {way.screen: Door(icon=way.icon, main=way in begun) for way in self.ways}
        for way in self.ways:
            door = self.doors[way.screen]
            door.bind(on_release=partial(self._go, way.screen))
            (self.ids.lighter if way in lighter else self.ids.games).add_widget(door)
        words.bind(language=self._name)
        self._name()

    def on_pre_enter(self) -> None:
        another = self.doors[ANOTHER.screen]
        if bool(formless()) != (another.parent is not None):
            (self.ids.games.add_widget if formless() else self.ids.games.remove_widget)(another)

    def _name(self, *_: object) -> None:
        for way in self.ways:
            self.doors[way.screen].text = words.say(way.text)
            self.doors[way.screen].about = words.say(way.about)

    def _go(self, screen: str, _door: Door) -> None:
        App.get_running_app().go(screen)


load_beside(__file__)
