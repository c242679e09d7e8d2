"""Evenings that are recorded down to each write: run as a program under the shim, with a folder and one of their names.

What the journal answered for is written into the file ``answers`` beside it at once, so that it stands among the
recorded writes where it was said.
"""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from companion.journal import Entry, Journal, KeptGame
from companion.journal.copies.backups import restore
from companion.journal.copies.evenings import keep_evening

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def game(name: str) -> KeptGame:
    """A game as these evenings begin it."""
    return KeptGame(name, "magnate", name, ("Ann", "Ben"), {"preset": "standard"}, {}, NOON)


def entry(name: str, seq: int) -> Entry:
    """The entry of this number in a game of theirs; every fortieth is long."""
    note = "x" * 9000 if seq % 40 == 0 else ""
    move = {"type": "roll", "player": seq % 2, "dice": [seq % 10 + 1, 2], "note": note}
    return Entry(name, seq, f"{name}-{seq}", seq - 1, NOON, seq % 2, "touch", move)


class Evening:
    """A journal in a folder, and what it answered for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url = folder, f"sqlite:///{folder / 'games.db'}"
        self._answers = os.open(folder / "answers", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def answered(self, name: str, seq: int) -> None:
        """Notes that so many moves of a game, or of all in an evening's copy, are kept for good."""
        os.write(self._answers, json.dumps([name, seq]).encode() + b"\n")

    def played(self, name: str, first: int, last: int) -> None:
        """Opens the journal and plays these moves of a game, which is begun with the first."""
        with Journal.open(self.url) as journal:
            if first == 1:
                journal.create(game(name))
                self.answered(name, 0)
            for seq in range(first, last + 1):
                journal.append(entry(name, seq))
                self.answered(name, seq)

    def copied(self, moves: int) -> None:
        keep_evening(self.url, self.folder / "backups", NOON)
        self.answered("copy", moves)


def first(evening: Evening) -> None:
    """The very first evening, the app opened twice."""
    evening.played("friday", 1, 6)
    evening.played("friday", 7, 12)


def long(evening: Evening) -> None:
    """So many moves that SQLite brings its log into the file meanwhile."""
    evening.played("friday", 1, 320)


def old(evening: Evening) -> None:
    """A journal of the first version, brought up to date by the first move."""
    evening.played("sunday", 1, 4)


def copied(evening: Evening) -> None:
    """Two copies of one evening, the second in the first one's place, and a backup brought back."""
    evening.played("friday", 1, 3)
    evening.copied(3)
    evening.played("friday", 4, 6)
    evening.copied(6)
    restore(evening.url, evening.folder / "backups" / "evening-2026-11-21.db", "replaced")
    evening.played("friday", 7, 8)


EVENINGS = {one.__name__: one for one in (first, long, old, copied)}

if __name__ == "__main__":
    EVENINGS[sys.argv[2]](Evening(Path(sys.argv[1])))
