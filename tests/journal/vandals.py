"""A journal in which every game but one is damaged, each in its own way."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.games.magnate import preset
from companion.journal import Journal
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept

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
