"""Games by chance as the journal keeps them, and a journal that takes nothing more."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, KeptGame
from companion.journal.records.record import read_record
from tests.games.random_play import RandomGame

WHY = "integer overflow"
"""What SQLite says meanwhile."""
OVERFLOW = "abs(-9223372036854775807 - 1 + 0 * seq)"


@contextmanager
def nothing_more_kept(database: Path) -> Iterator[None]:
    """Every entry is refused by the database itself; what is kept already can be read.

    An index over what cannot be computed does it, for the rows to come: the journal's connections run no trigger.
    """
    with closing(sqlite3.connect(database)) as connection, connection:
        (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchone()
        connection.execute(f"CREATE INDEX full ON entries ({OVERFLOW}) WHERE rowid > {last}")
    try:
        yield
    finally:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("DROP INDEX full")


NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def as_kept(game: RandomGame, name: str) -> tuple[KeptGame, tuple[Entry, ...]]:
    """The game, its id being ``name``, and an entry for each of its moves."""
    players = ("Ann", "Ben", "Zoë")[: game.options.players]
    options, setup = MAGNATE.options_to_json(game.options), MAGNATE.setup_to_json(game.setup)
    entries = (
        Entry(name, seq, f"e{seq}", seq - 1, NOON, None, "touch", MAGNATE.move_to_json(move))
        for seq, move in enumerate(game.moves, start=1)
    )
    return KeptGame(name, "magnate", name.title(), players, options, setup, NOON), tuple(entries)


def read(written: object, name: str = "friday.json") -> tuple[KeptGame, tuple[Entry, ...]]:
    """Read a record: its bytes, its text or its document."""
    text = written if isinstance(written, bytes | str) else json.dumps(written)
    content = text.encode() if isinstance(text, str) else text
    return read_record(content, name, now=lambda: NOON, new_id=lambda: "new")


def by_hand(record: dict[str, Any]) -> dict[str, Any]:
    """A record as somebody takes it in hand to change it: without its chain."""
    moves = [
        {**move, "entry": {name: value for name, value in move["entry"].items() if name != "chain"}}
        for move in record["moves"]
    ]
    return {**{name: value for name, value in record.items() if name != "chain"}, "moves": moves}
