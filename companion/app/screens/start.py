"""The first screen: a whole game, or a lighter door."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App

from companion.app.app_screen import AppScreen
from companion.app.game_ui import StartEntry
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.overlay import Overlay
from companion.app.registry import all_game_uis, find_game_ui, games_without_form
from companion.app.screens.games import where_it_stands
from companion.app.widgets.navigation_card import NavigationCard
from companion.app.widgets.pad import Pad
from companion.app.widgets.unfinished import UnfinishedCard
from companion.errors import CompanionError
from companion.journal import UnreachableJournal
from companion.locale import Message

GOING_ON = StartEntry("games", "list", Message("Games"), Message("All that are kept: go on, rename, delete"))

ANOTHER = StartEntry("other_games", "cards", Message("Another game"), Message("What else is played with these cards"))

TOOLS = {
    "deck": ("cards", Message("Deck")),
    "roller": ("dice", Message("Roller")),
    "camera": ("photo", Message("Camera")),
    "rules": ("book", Message("Rules")),
    "settings": ("menu", Message("Settings")),
}
"""What belongs to no one game: the screen, its icon, and a word."""


class StartScreen(AppScreen):
    """The game that was left; the ways to a game; those to uses for which none is kept; what belongs to no game."""

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        self.overlay = Overlay(self)
        self.begun = [face.new_game for face in all_game_uis() if face.new_game is not None]
        lighter = [way for face in all_game_uis() for way in face.entries]
        self.ways = (*self.begun, GOING_ON, ANOTHER, *lighter)
        self.entries: dict[str, Any] = {way.screen: NavigationCard(icon=way.icon) for way in self.ways}
        for way in self.ways:
            (self.ids.lighter if way in lighter else self.ids.games).add_widget(self.entries[way.screen])
        for tool, (icon, _) in TOOLS.items():
            self.entries[tool] = Pad(icon=icon, units=18)
            self.ids.tools.add_widget(self.entries[tool])
        for screen, card in self.entries.items():
            card.bind(on_release=partial(self._go, screen))
        words.bind(language=self._name)
        self._name()

    def on_pre_enter(self) -> None:
        self._show_unfinished()
        another = self.entries[ANOTHER.screen]
        if bool(games_without_form()) != (another.parent is not None):
            (self.ids.games.add_widget if games_without_form() else self.ids.games.remove_widget)(another)

    def _name(self, *_: object) -> None:
        for way in self.ways:
            self.entries[way.screen].text = words.say(way.text)
            self.entries[way.screen].about = words.say(way.about)
        for tool, (_icon, text) in TOOLS.items():
            self.entries[tool].text = words.say(text)
        if self.ids.unfinished.children:
            self._show_unfinished()

    def _show_unfinished(self) -> None:
        """The game that was played last, one tap away, where it is not over; else a new one comes first."""
        self.ids.unfinished.clear_widgets()
        self._offer_new(first=True)
        try:
            game = App.get_running_app().game_store.latest()
        except UnreachableJournal:
            self._say_away()
            return
        except CompanionError:
            return  # the list of games says what is wrong
        if game is None or game.error is not None or game.course is None:
            return
        rules, state = game.course.rules, game.course.state
        if not rules.over(state):
            face = find_game_ui(rules.name)
            card = UnfinishedCard(face.preview(state) if face.preview is not None else None)
            card.text, card.about = game.name, where_it_stands(game.course)
            card.stands = " : ".join(map(str, face.count_scores(state)))
            card.bind(on_release=partial(self._resume, game.id))
            self.ids.unfinished.add_widget(card)
            self._offer_new(first=False)

    def _say_away(self) -> None:
        """In the place of the game that may be there: that nobody knows, and what waits here; a tap looks again."""
        waiting = App.get_running_app().game_store.waiting()
        away = NavigationCard(icon="turn", text=words._("The club’s server cannot be reached"))
        away.about = words._("Its games are here again once it is. Tap to look again.")
        if waiting:
            n = Message(
                "{n} move waits on this tablet, not kept yet.",
                {"n": waiting},
                "{n} moves wait on this tablet, not kept yet.",
                "n",
            )
            away.about = f"{words.say(n)} {away.about}"
        away.bind(on_release=lambda _door: self._show_unfinished())
        self.ids.unfinished.add_widget(away)

    def _offer_new(self, *, first: bool) -> None:
        for way in self.begun:
            self.entries[way.screen].main = first

    def ask_to_quit(self) -> None:
        """Whoever presses Escape may have meant something else."""
        from companion.app.sheets.quit import QuitSheet

        self.overlay.open(QuitSheet())

    def on_leave(self) -> None:
        self.overlay.close()

    def _resume(self, game: str, _card: UnfinishedCard) -> None:
        try:
            App.get_running_app().resume_game(game)
        except CompanionError as error:
            self.show_notice(words.say_error(error))

    def _go(self, screen: str, _door: Any) -> None:
        App.get_running_app().go(screen)


load_kv(__file__)
