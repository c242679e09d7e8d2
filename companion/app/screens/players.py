"""The people who played: games, victories and dice, over all stored games."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from kivy.app import App
from kivy.properties import StringProperty

from companion.app.app_screen import NoticeScreen
from companion.app.sheets.plot import plot_career
from companion.app.texts.i18n import words
from companion.app.widgets.pad import RaisedTarget
from companion.app.window.kv_loader import load_kv
from companion.club import tables
from companion.club.history import PlayedGame, identity_key
from companion.club.tables import (
    career,
    describe_games,
    describe_length,
    describe_mean,
    describe_victories,
    longest_games,
    mean_rolls,
    victories,
)
from companion.errors import CompanionError
from companion.games.registry import game_names


class PlayerRow(RaisedTarget):
    """One player: the mark, the name, the games, what decided the victories, and the dice. A tap opens the curves."""

    name = StringProperty("")
    games = StringProperty("")
    victories = StringProperty("")
    dice = StringProperty("")


class PlayersScreen(NoticeScreen):
    """A row for each player, who won most games first."""

    longest = StringProperty("")
    """The longest games, in one line."""
    back_to = "games"

    def on_pre_enter(self) -> None:
        """List the players."""
        self.refresh()

    def refresh(self, *_: object) -> None:
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
            words.say(describe_length(one)) for one in longest_games(played) if one.game in game_names()
        )
        means, won = mean_rolls(played), victories(played)
        for row in sorted(tables.players(played), key=lambda row: (-row.won, -row.games, row.player.casefold())):
            name = row.player
            shown = _row(row, won.get(name, Counter()), means.get(name))
            shown.bind(on_release=partial(self._open, played))
            shown.ids.mark.show(name, numbers.get(identity_key(name), 0))
            self.ids.rows.add_widget(shown)

    def _open(self, played: Sequence[PlayedGame], row: PlayerRow) -> None:
        self.overlay.open(plot_career(row.name, career(played, row.name), self._resume))

    def _resume(self, game: str) -> None:
        self.overlay.close()
        self.attempt(lambda: App.get_running_app().resume_game(game))


def _row(row: tables.PlayerRow, won_by: Counter[tuple[str, str]], mean: float | None) -> PlayerRow:
    shown = PlayerRow(name=row.player, games=" · ".join(map(words.say, describe_games(row))))
    reasons, dice = describe_victories(won_by), describe_mean(mean)
    shown.victories = "" if reasons is None else words.say(reasons)
    shown.dice = "" if dice is None else words.say(dice)
    return shown


load_kv(__file__)
