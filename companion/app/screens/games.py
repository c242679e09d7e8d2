"""The games that can go on."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.registry import face_of
from companion.app.shelf import Kept
from companion.app.widgets.pad import Target
from companion.app.words import words
from companion.errors import CompanionError
from companion.journal.course import Course
from companion.locale import Message

AT_MOST = 20


class KeptTarget(Target):
    """One kept game."""

    text = StringProperty("")
    about = StringProperty("")
    when = StringProperty("")
    stands = ListProperty([])
    over = BooleanProperty(False)
    wrong = BooleanProperty(False)
    """Whether it cannot go on."""


class GamesScreen(Page):
    """The latest games, each a tap away from where it was left."""

    notice = StringProperty("")

    def on_pre_enter(self) -> None:
        self.ids.games.clear_widgets()
        try:
            kept = App.get_running_app().shelf.kept(AT_MOST)
            self.notice = "" if kept else words._("No game is kept here yet.")
        except CompanionError as error:
            kept, self.notice = [], words.say_error(error)
        for one in kept:
            target = _target(one)
            target.bind(on_release=partial(self._open, one))
            self.ids.games.add_widget(target)

    def _open(self, kept: Kept, _target: KeptTarget) -> None:
        try:
            if kept.error is not None:
                raise kept.error
            App.get_running_app().resume_game(kept.id)
        except CompanionError as error:
            self.notice = words.say_error(error)


def _target(kept: Kept) -> KeptTarget:
    target = KeptTarget(text=kept.name, wrong=kept.error is not None)
    if kept.game is not None:
        target.when = _day(kept.game.created)
    if kept.course is not None:
        rules, state = kept.course.rules, kept.course.state
        target.stands = list(face_of(rules.name).counted(state))
        target.over = rules.over(state)
        target.about = where_it_stands(kept.course)
    if kept.error is not None:
        target.about = _what_is_wrong(kept.error, kept.course)
    return target


def _what_is_wrong(error: CompanionError, course: Course[Any, Any] | None) -> str:
    why = words.say(Message("{thing}: {reason}", {"thing": error.thing, "reason": error.reason}))
    if course is None:
        return words._("Cannot go on: {why}").format(why=why)
    return words._("Cannot go on after turn {turn}: {why}").format(turn=course.rules.turn(course.state), why=why)


def where_it_stands(course: Course[Any, Any]) -> str:
    """Whose turn it is; of a game that is over, how it ended."""
    rules, state, players = course.rules, course.state, course.game.players
    if rules.over(state):
        return " ".join(words.say(said) for said in rules.board(rules.seen_by(state, None), players).says)
    name = players[rules.at_turn(state)]
    return words._("Turn {turn}, {name} is to go on").format(turn=rules.turn(state), name=name)


def _day(moment: datetime) -> str:
    """By the clock on the wall; by UTC's where the calendar of that one has no such day."""
    try:
        moment = moment.astimezone()
    except (OverflowError, ValueError):
        moment = moment.astimezone(UTC)
    return moment.strftime("%Y-%m-%d %H:%M")


load_beside(__file__)
