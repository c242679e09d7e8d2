"""Games by chance as the journal keeps them, one that takes nothing more, and one that vandals damaged."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, Journal, KeptGame
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


GAME, MOVES = as_kept(RandomGame(preset("standard"), seed=3).whole(), "sound")
DEEP = "[" * 100_000 + "]" * 100_000

FOURTH_MOVE = {
    "later": "format = 99",
    "against-the-rules": """move = '{"type": "end_turn", "player": 0}'""",
    "no-move": """move = '{"type": "teleport"}'""",
    "unknown-card": """move = '{"type": "sell", "player": 0, "card": "9XX"}'""",
    "cut": """move = '{"type": "ro'""",
    "list": "move = '[1, 2]'",
    "deep": f"move = '{DEEP}'",
    "deep-inside": f"""move = '{{"type": "correct", "facts": {DEEP}, "note": ""}}'""",
    "half-a-letter": """move = '{"type": "correct", "facts": [], "note": "\\ud800"}'""",
    "blob-move": "move = x'00ff'",
    "no-text": "source = CAST(x'ff41' AS TEXT)",
    "yesterday": "at = 'yesterday'",
    "seat": "seat = 'Ann'",
    "number-id": "id = x'00'",
    "after-a-gap": "seq = 400",
}
"""What is wrong with the fourth move of a game, by the game's id; the three before it can be saved."""

NAMES = {
    "numbers": "players = '[1, 2]'",
    "players-cut": "players = '[\"An'",
    "players-deep": f"players = '{DEEP}'",
    "blob-name": "name = x'00ff'",
    "name-no-text": "name = CAST(x'41ff' AS TEXT)",
    "not-yet": "created = 'not yet'",
}
"""What is wrong with what a game's row says of it; all of its moves can be saved."""

BEGINNING = {
    "one-player": """players = '["Ann"]'""",
    "number-preset": """options = '{"preset": 5}'""",
    "no-setup": "setup = '{}'",
    "setup-list": "setup = '[]'",
    "setup-infinite": """setup = '{"pile": Infinity}'""",
    "chess": "name = name",  # it was begun by a companion that knows chess
    "blob-id": "id = x'00ff'",
}
"""What is wrong with how a game began, by its id; nothing of it can be shown."""

UNREADABLE = {*NAMES, "setup-list", "setup-infinite", "blob-id"}
"""The games of which not even a row can be read."""

NAMELESS = {"blob-id": repr(b"\x00\xff")}
"""Ids under which a game is listed that are not its own."""


def damaged_journal(folder: Path) -> None:
    """Keeps the sound game of three moves, and the damaged ones."""
    folder.mkdir(exist_ok=True)
    with Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        for id_ in ("sound", *FOURTH_MOVE, *NAMES, *BEGINNING):
            game = replace(GAME, id=id_, name=f"game {id_}", game="chess" if id_ == "chess" else GAME.game)
            journal.create(game, [replace(move, game=id_) for move in MOVES[: 3 if id_ == "sound" else 6]])
    with closing(sqlite3.connect(folder / "games.db")) as vandal, vandal:
        for id_, change in FOURTH_MOVE.items():
            vandal.execute(f"UPDATE entries SET {change} WHERE game = '{id_}' AND seq = 4")
        for id_, change in {**NAMES, **BEGINNING}.items():
            vandal.execute(f"UPDATE games SET {change} WHERE id = '{id_}'")
