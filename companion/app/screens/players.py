"""The people who played: games, victories and dice, over all stored games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty

from companion.app.app_screen import AppScreen
from companion.app.sheets.player import PlayerSheet
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.club import tables
from companion.club.careers import career
from companion.club.history import PlayedGame, identity_key
from companion.club.statistics import EXPECTED_MEAN, longest_games, mean_rolls, victories
from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.games.registry import game_names
from companion.locale import Message, Wording


class PlayerRow(Target):
    """One player: the mark, the name, the games, what decided the victories, and the dice. A tap opens the curves."""

    name = StringProperty("")
    games = StringProperty("")
    victories = StringProperty("")
    dice = StringProperty("")


class PlayersScreen(AppScreen):
    """A row for each player, who won most games first."""

    notice = StringProperty("")
    longest = StringProperty("")
    """The longest games, in one line."""
    back_to = "games"

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        """Prepare the overlay."""
        self.overlay = Overlay(self.ids.middle)

    def on_pre_enter(self) -> None:
        """List the players, and follow the language."""
        words.bind(language=self.show)
        self.show()

    def on_leave(self) -> None:
        """Close the curves, and stop following the language."""
        self.overlay.close()
        words.unbind(language=self.show)

    def show(self, *_: object) -> None:
        """List the players in the current language."""
        self.ids.rows.clear_widgets()
        self.longest = ""
        store = App.get_running_app().game_store
        try:
            played = store.played()
            numbers = {identity_key(person.name): person.number for person in store.people()}
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.notice = "" if played else words._("No saved games yet.")
        self.longest = " · ".join(
            words.say(_describe_length(one)) for one in longest_games(played) if one.game in game_names()
        )
        means, won = mean_rolls(played), victories(played)
        for row in sorted(tables.players(played), key=lambda row: (-row.won, -row.games, row.player.casefold())):
            name = row.player
            shown = _row(row, won.get(name, Counter()), means.get(name))
            shown.bind(on_release=partial(self._open, played))
            shown.ids.mark.show(name, numbers.get(identity_key(name), 0))
            self.ids.rows.add_widget(shown)

    def _open(self, played: Sequence[PlayedGame], row: PlayerRow) -> None:
        self.overlay.open(PlayerSheet(career(played, row.name), self._resume, title=row.name))

    def _resume(self, game: str) -> None:
        try:
            App.get_running_app().resume_game(game)
        except CompanionError as error:
            self.overlay.close()
            self.notice = words.say_error(error)


def _row(row: tables.PlayerRow, won_by: Counter[tuple[str, str]], mean: float | None) -> PlayerRow:
    games = Message("{n} game", {"n": row.games}, "{n} games", "n")
    counts: Wording = {"won": row.won + row.shared, "drawn": row.drawn, "over": row.over}
    drawn = Message("{won} won and {drawn} drawn of {over} finished", counts)
    won = drawn if row.drawn else Message("{won} won of {over} finished", counts)
    shown = PlayerRow(name=row.player, games=f"{words.say(games)} · {words.say(won)}")
    decided = ((rules_of(game).deciders.get(by), n) for (game, by), n in won_by.most_common() if game in game_names())
    victories_by = ", ".join(f"{words.say(what)} {n}" for what, n in decided if what is not None)
    shown.victories = words._("Won by: {reasons}").format(reasons=victories_by) if victories_by else ""
    shown.dice = (
        words._("Dice {mean} on average, {expected} expected").format(mean=f"{mean:.1f}", expected=EXPECTED_MEAN)
        if mean is not None
        else ""
    )
    return shown


def _describe_length(one: PlayedGame) -> Message:
    values: Wording = {"game": rules_of(one.game).title, "name": one.name, "n": one.turns}
    return Message("Longest game of {game}: {name}, {n} turn", values, "Longest game of {game}: {name}, {n} turns", "n")


load_kv(__file__)
