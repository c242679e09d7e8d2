"""The history of a season in tables, as rows and as CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import date
from itertools import permutations

from companion.club.history import PlayedGame
from companion.club.people import default_names
from companion.names import name_key


@dataclass(frozen=True, slots=True)
class PlayedGameRow:
    """A game that was played."""

    evening: date
    """An evening ends at six in the morning."""
    id: str
    game: str
    name: str
    players: tuple[str, ...]
    """The players' main names, by seat."""
    scores: tuple[int, ...]
    """By seat; empty before the end of a game that has no score until then."""
    over: bool
    winners: tuple[str, ...]
    """Several if the win was shared; empty if the game is not finished or nobody won."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player's evenings and games."""

    player: str
    evenings: int
    games: int
    over: int
    """The number of finished games: the sum of `won`, `shared`, `drawn` and `not_won`."""
    won: int
    shared: int
    drawn: int
    """Games that nobody won."""
    not_won: int


@dataclass(frozen=True, slots=True)
class PairRow:
    """One row per pair of players."""

    player: str
    other: str
    games: int
    player_won: int
    """Games that this player won or shared."""
    other_won: int


@dataclass(frozen=True, slots=True)
class DiceRow:
    """How often a player rolled a value with one kind of die on one evening."""

    evening: date
    game: str
    player: str
    die: str
    shows: int
    times: int


Row = PlayedGameRow | PlayerRow | PairRow | DiceRow


def games(played: Sequence[PlayedGame]) -> list[PlayedGameRow]:
    """Return a row for each game: evening, game, players, scores, result."""
    return [
        PlayedGameRow(one.evening, one.id, one.game, one.name, one.players, one.scores, one.over, one.winners)
        for one in played
    ]


def players(played: Sequence[PlayedGame]) -> list[PlayerRow]:
    """Return a row for each player: evenings, games and results; a default name is nobody's."""
    rows = []
    names = {name for one in played for name in one.players if name_key(name) not in default_names()}
    for name in sorted(names, key=str.casefold):
        own = [one for one in played if name in one.players]
        over = [one for one in own if one.over]
        won = [one for one in over if name in one.winners]
        shared, drawn = sum(len(one.winners) > 1 for one in won), sum(one.drawn for one in over)
        evenings = len({one.evening for one in own})
        ended = len(won) - shared, shared, drawn, len(over) - len(won) - drawn
        rows.append(PlayerRow(name, evenings, len(own), len(over), *ended))
    return rows


def pairs(played: Sequence[PlayedGame]) -> list[PairRow]:
    """Return a row for each two players: games together, and victories of each."""
    together, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for one in played:
        people = dict.fromkeys(name for name in one.players if name_key(name) not in default_names())
        for pair in permutations(people, 2):
            together[pair] += 1
            won[pair] += one.over and pair[0] in one.winners
    return [PairRow(a, b, together[a, b], won[a, b], won[b, a]) for a, b in sorted(together) if a < b]


def dice(played: Sequence[PlayedGame]) -> list[DiceRow]:
    """Return a row for each value of a kind of die, by evening and player: how often it was rolled."""
    shown = Counter[tuple[date, str, str, str, int]]()
    for one in played:
        for name, die, times in one.rolled:
            shown[one.evening, one.game, name, str(die.kind), die.value] += times
    return [DiceRow(*key, times) for key, times in sorted(shown.items())]


TABLES: Mapping[str, tuple[type[Row], Callable[[Sequence[PlayedGame]], Sequence[Row]]]] = {
    "games": (PlayedGameRow, games),
    "players": (PlayerRow, players),
    "pairs": (PairRow, pairs),
    "dice": (DiceRow, dice),
}
"""By name, the rows of a table, and the function that builds them."""


def format_csv(table: str, rows: Sequence[Row]) -> str:
    """Return a table as CSV (RFC 4180), headings first: the fields of a row, with spaces in place of ``_``.

    Several names have `` | `` between them, truth values are 1 or 0. An apostrophe comes before what a spreadsheet
    would take for a formula.
    """
    out = io.StringIO()
    headings = [field.name.replace("_", " ") for field in fields(TABLES[table][0])]
    csv.writer(out).writerows([headings, *(map(_cell, astuple(row)) for row in rows)])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, tuple):
        value = " | ".join(map(str, value))
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
