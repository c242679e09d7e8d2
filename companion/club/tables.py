"""The history of a season in tables, each the rows of a CSV file: its headings first."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from companion.club.history import PlayedGame

Table = Sequence[Sequence[object]]


def games(played: Sequence[PlayedGame]) -> Table:
    """Each game: when, which, who, how it ended."""
    rows = [
        (one.evening, one.id, one.game, one.name, " | ".join(one.players), int(one.over), " | ".join(one.winners))
        for one in played
    ]
    return [("evening", "id", "game", "name", "players", "over", "winners"), *rows]


def players(played: Sequence[PlayedGame]) -> Table:
    """Each player: evenings, games, and how those that are over ended."""
    rows = []
    for name in sorted({name for one in played for name in one.players}, key=str.casefold):
        own = [one for one in played if name in one.players]
        over = [one for one in own if one.over]
        won = [one for one in over if name in one.winners]
        shared = sum(len(one.winners) > 1 for one in won)
        evenings = len({one.evening for one in own})
        rows.append((name, evenings, len(own), len(over), len(won) - shared, shared, len(over) - len(won)))
    return [("player", "evenings", "games", "over", "won", "shared", "not won"), *rows]


def pairs(played: Sequence[PlayedGame]) -> Table:
    """Who played whom: how often, and how often each of two won."""
    together, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for one in played:
        for pair in permutations(dict.fromkeys(one.players), 2):
            together[pair] += 1
            won[pair] += one.over and pair[0] in one.winners
    rows = [(a, b, together[a, b], won[a, b], won[b, a]) for a, b in sorted(together) if a < b]
    return [("player", "other", "games", "player won", "other won"), *rows]


def dice(played: Sequence[PlayedGame]) -> Table:
    """What the dice showed, by evening, player and kind of die: each value, how often."""
    shown = Counter(
        (one.evening, one.game, name, str(die.kind), die.value) for one in played for name, die in one.rolled
    )
    rows = [(*key, times) for key, times in sorted(shown.items())]
    return [("evening", "game", "player", "die", "shows", "times"), *rows]


TABLES = {"games": games, "players": players, "pairs": pairs, "dice": dice}
"""By name."""


def as_csv(table: Table) -> str:
    """A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is quoted by an apostrophe."""
    out = io.StringIO()
    csv.writer(out).writerows([[_safe(cell) for cell in row] for row in table])
    return out.getvalue()


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell
