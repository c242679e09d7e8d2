"""The list of stored games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import AppScreen
from companion.app.game_store import StoredGame
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.overlay import Overlay
from companion.app.registry import find_game_ui
from companion.app.sheets.name import NameSheet
from companion.app.widgets.pad import Pad, Target
from companion.app.widgets.undo_bar import UndoBar
from companion.errors import CompanionError
from companion.journal.course import Course
from companion.locale import Message
from companion.locale.moments import day_and_time

MAX_GAMES = 20
"""Latest games listed; older ones stay stored."""


class StoredGameTarget(Target):
    """The target that resumes one stored game."""

    text = StringProperty("")
    about = StringProperty("")
    when = StringProperty("")
    stands = ListProperty([])
    over = BooleanProperty(False)
    wrong = BooleanProperty(False)
    """Whether the game is damaged."""


class StoredGameRow(BoxLayout):
    """One stored game with the pads to rename and to delete it."""

    def __init__(self, target: StoredGameTarget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target = target
        self.add_widget(target, index=2)


class GamesScreen(AppScreen):
    """The latest games: each can be resumed, renamed and deleted."""

    notice = StringProperty("")

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        """Prepare the overlay."""
        self.overlay = Overlay(self.ids.middle)
        self.undo_bar: UndoBar | None = None

    def on_pre_enter(self) -> None:
        """List the games."""
        self.show_games()

    def on_leave(self) -> None:
        """Close sheets; a deletion can no longer be undone."""
        self.overlay.close()
        self._withdraw_undo()

    def show_games(self) -> None:
        """List the games, newest first."""
        self.ids.games.clear_widgets()
        try:
            kept = App.get_running_app().game_store.kept(MAX_GAMES)
            self.notice = "" if kept else words._("No saved games yet.")
        except CompanionError as error:
            kept, self.notice = [], words.say_error(error)
        for one in kept:
            row = StoredGameRow(_target(one))
            row.target.bind(on_release=partial(self._open, one))
            row.ids.rename.disabled = one.error is not None
            row.ids.rename.bind(on_release=partial(self._ask_name, one))
            row.ids.delete.bind(on_release=partial(self._remove, one))
            self.ids.games.add_widget(row)

    def _open(self, kept: StoredGame, _target: StoredGameTarget) -> None:
        try:
            if kept.error is not None:
                raise kept.error
            App.get_running_app().resume_game(kept.id)
        except CompanionError as error:
            self.notice = words.say_error(error)

    def _ask_name(self, kept: StoredGame, _pad: Pad) -> None:
        self.overlay.open(NameSheet(name=kept.name, callback=partial(self._rename, kept)))

    def _rename(self, kept: StoredGame, name: str) -> None:
        if self._attempt(lambda: App.get_running_app().rename_game(kept.id, name)):
            self.overlay.close()
            self.show_games()

    def _remove(self, kept: StoredGame, _pad: Pad) -> None:
        """Delete a game; until the screen is left or another game is deleted, that can be undone."""
        app = App.get_running_app()

        def put_back() -> None:
            if self._attempt(lambda: app.game_store.put_back(removed)):
                self.show_games()

        try:
            removed = app.remove_game(kept.id)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.show_games()
        self._withdraw_undo()
        text = words._("{name} deleted").format(name=kept.name)
        self.undo_bar = UndoBar(text=text, shown=None, undo_callback=put_back, close_callback=self._withdraw_undo)
        self.ids.middle.add_widget(self.undo_bar)

    def _withdraw_undo(self) -> None:
        if self.undo_bar is not None:
            bar, self.undo_bar = self.undo_bar, None
            self.ids.middle.remove_widget(bar)

    def _attempt(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except CompanionError as error:
            if self.sheet is not None:
                self.sheet.notice = words.say_error(error)
            else:
                self.notice = words.say_error(error)
            return False
        return True


def _target(kept: StoredGame) -> StoredGameTarget:
    target = StoredGameTarget(text=kept.name, wrong=kept.error is not None)
    if kept.game is not None:
        target.when = words.say(day_and_time(kept.game.created))
    if kept.course is not None:
        rules, state = kept.course.rules, kept.course.state
        target.stands = list(find_game_ui(rules.name).count_scores(state))
        target.over = rules.over(state)
        target.about = describe_state(kept.course)
    if kept.error is not None:
        target.about = _describe_damage(kept.error, kept.course)
    return target


def _describe_damage(error: CompanionError, course: Course[Any, Any] | None) -> str:
    why = words.say(Message("{thing}: {reason}", {"thing": error.thing, "reason": error.reason}))
    if course is None:
        return words._("Cannot continue: {why}").format(why=why)
    return words._("Cannot continue after turn {turn}: {why}").format(turn=course.rules.turn(course.state), why=why)


def describe_state(course: Course[Any, Any]) -> str:
    """Return whose turn it is; for a game that is over, its result."""
    rules, state, players = course.rules, course.state, course.game.names
    if rules.over(state):
        return " ".join(words.say(line) for line in rules.board(rules.seen_by(state, None), players).remarks)
    turn, awaited = rules.turn(state), next(iter(rules.waiting_for(state)), None)
    if awaited is None:
        return words._("Turn {turn} · {name} to play").format(turn=turn, name=players[rules.at_turn(state)])
    name = players[rules.at_turn(state) if awaited.owner is None else awaited.owner]
    return words._("Turn {turn} · {name}: {text}").format(turn=turn, name=name, text=words.say(awaited.text))


load_kv(__file__)
