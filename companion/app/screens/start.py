"""The first screen: a whole game, or a lighter door."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App

from companion.app.face import Way
from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.registry import faces, formless
from companion.app.screens.games import where_it_stands
from companion.app.widgets.door import Door
from companion.app.words import words
from companion.errors import CompanionError
from companion.locale import Message

GOING_ON = Way("games", "list", Message("Continue a game"), Message("Every game is kept after every move"))

ANOTHER = Way("other_games", "cards", Message("Another game"), Message("What else is played with these cards"))

SETTINGS = Way("settings", "menu", Message("Settings"), Message("Language, colours, the far side"))


class StartScreen(Page):
    """Above, the ways to a game; below, those to uses for which none is kept."""

    def on_kv_post(self, _base: Any) -> None:
        begun = [face.new_game for face in faces() if face.new_game is not None]
        lighter = [way for face in faces() for way in face.doors]
        self.ways = (*begun, GOING_ON, ANOTHER, *lighter, SETTINGS)
        self.doors = {way.screen: Door(icon=way.icon, main=way in begun) for way in self.ways}
        for way in self.ways:
            door = self.doors[way.screen]
            door.bind(on_release=partial(self._go, way.screen))
            (self.ids.lighter if way in (*lighter, SETTINGS) else self.ids.games).add_widget(door)
        words.bind(language=self._name)
        self._name()

    def on_pre_enter(self) -> None:
        self._show_unfinished()
        another = self.doors[ANOTHER.screen]
        if bool(formless()) != (another.parent is not None):
            (self.ids.games.add_widget if formless() else self.ids.games.remove_widget)(another)

    def _name(self, *_: object) -> None:
        for way in self.ways:
            self.doors[way.screen].text = words.say(way.text)
            self.doors[way.screen].about = words.say(way.about)

    def _show_unfinished(self) -> None:
        """The game that was played last, one tap away, where it is not over."""
        self.ids.unfinished.clear_widgets()
        try:
            game = App.get_running_app().shelf.latest()
        except CompanionError:
            return  # the list of games says what is wrong
        if game is None or game.error is not None or game.course is None:
            return
        if not game.course.rules.over(game.course.state):
            door = Door(icon="play", text=game.name, about=where_it_stands(game.course), main=True)
            door.bind(on_release=partial(self._resume, game.id))
            self.ids.unfinished.add_widget(door)

    def _resume(self, game: str, _door: Door) -> None:
        try:
            App.get_running_app().resume_game(game)
        except CompanionError as error:
            self.refuse(words.say_error(error))

    def _go(self, screen: str, _door: Door) -> None:
        App.get_running_app().go(screen)


load_beside(__file__)
