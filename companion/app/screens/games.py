"""The games that can go on."""

from __future__ import annotations

from functools import partial

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.shelf import Kept
from companion.app.widgets.pad import Target
from companion.app.words import words
from companion.errors import CompanionError
from companion.games.magnate import score

AT_MOST = 20


class KeptTarget(Target):
    """One kept game."""

    text = StringProperty("")
    about = StringProperty("")
    when = StringProperty("")
    stands = ListProperty([0, 0])
    over = BooleanProperty(False)


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
            target.bind(on_release=partial(self._open, one.game.id))
            self.ids.games.add_widget(target)

    def _open(self, game: str, _target: KeptTarget) -> None:
        try:
            App.get_running_app().resume_game(game)
        except CompanionError as error:
            self.notice = words.say_error(error)


def _target(kept: Kept) -> KeptTarget:
    state, begun = kept.state, kept.game.created.astimezone()
    stands = score(state)
    if state.over:
        about = words.say(stands.why(kept.game.players))
    else:
        about = words._("Turn {turn}, {name} is to go on").format(turn=state.turn, name=kept.game.players[state.player])
    when = begun.strftime("%Y-%m-%d %H:%M")
    return KeptTarget(text=kept.game.name, about=about, when=when, stands=list(stands.districts_won), over=state.over)


load_beside(__file__)
