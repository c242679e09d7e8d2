"""The history of a season in tables, as rows and as CSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import permutations
from typing import Any

from companion.club.history import PlayedGame

Row = dict[str, Any]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "games": ("evening", "id", "game", "name", "players", "scores", "over", "winners"),
    "players": ("player", "evenings", "games", "over", "won", "shared", "drawn", "not won"),
    "pairs": ("player", "other", "games", "player won", "other won"),
    "dice": ("evening", "game", "player", "die", "shows", "times"),
}
"""By table, the headings of its columns in CSV; JSON has ``_`` instead of spaces."""


def games(played: Sequence[PlayedGame]) -> list[Row]:
    """Return a row for each game: evening, game, players, scores, result."""
    return [
        _row(
            *("games", one.evening, one.id, one.game, one.name, list(one.players)),
            *(list(one.scores), one.over, list(one.winners)),
        )
        for one in played
    ]


def players(played: Sequence[PlayedGame]) -> list[Row]:
    """Return a row for each player: evenings, games and results."""
    rows = []
    for name in sorted({name for one in played for name in one.players}, key=str.casefold):
        own = [one for one in played if name in one.players]
        over = [one for one in own if one.over]
        won = [one for one in over if name in one.winners]
        shared = sum(len(one.winners) > 1 for one in won)
        evenings = len({one.evening for one in own})
        drawn = sum(one.drawn for one in over)
        ended = len(won) - shared, shared, drawn, len(over) - len(won) - drawn
        rows.append(_row("players", name, evenings, len(own), len(over), *ended))
    return rows


def pairs(played: Sequence[PlayedGame]) -> list[Row]:
    """Return a row for each two players: games together, and victories of each."""
    together, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for one in played:
        for pair in permutations(dict.fromkeys(one.players), 2):
            together[pair] += 1
            won[pair] += one.over and pair[0] in one.winners
    return [_row("pairs", a, b, together[a, b], won[a, b], won[b, a]) for a, b in sorted(together) if a < b]


def dice(played: Sequence[PlayedGame]) -> list[Row]:
    """Return a row for each value of a kind of die, by evening and player: how often it was rolled."""
    shown = Counter[tuple[date, str, str, str, int]]()
    for one in played:
        for name, die, times in one.rolled:
            shown[one.evening, one.game, name, str(die.kind), die.value] += times
    return [_row("dice", *key, times) for key, times in sorted(shown.items())]


TABLES = {"games": games, "players": players, "pairs": pairs, "dice": dice}
"""By name, the function that builds a table."""


def format_csv(table: str, rows: Sequence[Row]) -> str:
    """Return a table as CSV (RFC 4180), headings first.

    Several names have `` | `` between them, truth values are 1 or 0. An apostrophe comes before what a spreadsheet
    would take for a formula.

    Args:
        table: The table's name.
        rows: Its rows.
    """
    out = io.StringIO()
    csv.writer(out).writerows([COLUMNS[table], *([_cell(value) for value in row.values()] for row in rows)])
    return out.getvalue()


def _row(table: str, *values: object) -> Row:
    return {heading.replace(" ", "_"): value for heading, value in zip(COLUMNS[table], values, strict=True)}


def _cell(value: object) -> object:
    if isinstance(value, list):
        value = " | ".join(map(str, value))
    if isinstance(value, bool):
        return int(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
