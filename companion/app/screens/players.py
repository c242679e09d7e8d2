"""The people who played: games, victories and dice, over all stored games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import AppScreen
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.club.history import PlayedGame
from companion.club.tables import players
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import DieKind

EXPECTED = (1 + DieKind.D10.faces) / 2
"""Mean of a ten-sided die."""
PATTERNS = 3
"""Patterns of the marks, so that no two of nine players differ by their colour alone."""


class PlayerMark(BoxLayout):
    """A player's initials on a disc with a colour and a pattern."""

    initials = StringProperty("")
    colour = ListProperty(theme.ink)
    pattern = NumericProperty(0)


class PlayerRow(BoxLayout):
    """One player: the mark, the name, the games, and the dice."""

    name = StringProperty("")
    games = StringProperty("")
    dice = StringProperty("")


class PlayersScreen(AppScreen):
    """A row for each player, who won most games first."""

    notice = StringProperty("")
    back_to = "games"

    def on_pre_enter(self) -> None:
        """List the players, and follow the language."""
        words.bind(language=self.show)
        self.show()

    def on_leave(self) -> None:
        """Stop following the language."""
        words.unbind(language=self.show)

    def show(self, *_: object) -> None:
        """List the players in the current language."""
        self.ids.rows.clear_widgets()
        try:
            played = App.get_running_app().game_store.played()
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.notice = "" if played else words._("No saved games yet.")
        means = mean_rolls(played)
        rows = sorted(players(played), key=lambda row: (-row["won"], -row["games"], row["player"].casefold()))
        for number, row in enumerate(rows):
            self.ids.rows.add_widget(_row(number, row, means.get(row["player"])))


def initials(name: str) -> str:
    """Return up to two letters of a name.

    >>> initials("Ann"), initials("Jean Luc"), initials("é")
    ('An', 'JL', 'É')
    """
    parts = name.split()
    return "".join(part[0].upper() for part in parts[:2]) if len(parts) > 1 else name[:1].upper() + name[1:2]


def mean_rolls(played: Sequence[PlayedGame]) -> dict[str, float]:
    """Return the mean of each player's ten-sided dice."""
    total, times = Counter[str](), Counter[str]()
    for name, die, count in (rolled for one in played for rolled in one.rolled):
        if die.kind is DieKind.D10:
            total[name] += die.value * count
            times[name] += count
    return {name: total[name] / times[name] for name in times}


def _row(number: int, row: dict[str, Any], mean: float | None) -> PlayerRow:
    games = Message("{n} game", {"n": row["games"]}, "{n} games", "n")
    won = Message("{won} won of {over} finished", {"won": row["won"] + row["shared"], "over": row["over"]})
    shown = PlayerRow(name=row["player"], games=f"{words.say(games)} · {words.say(won)}")
    shown.dice = (
        words._("Dice {mean} on average, {expected} expected").format(mean=f"{mean:.1f}", expected=EXPECTED)
        if mean is not None
        else ""
    )
    mark = shown.ids.mark
    mark.initials, mark.colour = initials(row["player"]), theme.seats[number % len(theme.seats)]
    mark.pattern = number // len(theme.seats) % PATTERNS
    return shown


load_kv(__file__)
