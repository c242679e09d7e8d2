"""Kills writers in the middle of their work and looks at what the journal still holds.

Each writer is a process of its own that appends to a real database as fast as it can and says
through a pipe what the journal has answered for. It is killed (``SIGKILL``, which nothing can
soften) after a random while, one in four before it has answered for anything; then another process
opens the journal and goes on.
"""

from __future__ import annotations

import multiprocessing
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from companion.journal.entries import Entry, KeptGame
from companion.journal.journal import Journal

_LONGEST = 0.04
"""Seconds within which a writer is killed after its first answer: a dozen appends on a usual disk."""


@dataclass(frozen=True, slots=True)
class Endurance:
    """What became of the writers."""

    kills: int
    answered: int
    """Entries that the journal had answered for."""
    lost: int
    """Of these, how many were not there afterwards."""
    doubled: int
    """Entries that were there more than once, or not one behind the other."""
    cut_short: int
    """Times an entry had been kept and its answer was not heard any more."""

    @property
    def whole(self) -> bool:
        return not self.lost and not self.doubled


def kill_writers(folder: Path, kills: int, seed: int = 0) -> Endurance:
    """Starts and kills ``kills`` writers of one journal in ``folder``.

    An unreadable journal raises the :class:`~companion.journal.errors.JournalError` that says so.
    """
    chance = random.Random(seed)
    url = f"sqlite:///{folder / 'games.db'}"
    writers = multiprocessing.get_context("forkserver")
    writers.set_forkserver_preload(["tests.bench.endurance"])
    answered = lost = doubled = cut_short = 0
    for number in range(kills):
        hears, says = writers.Pipe(duplex=False)
        writer = writers.Process(target=_write, args=(url, f"game-{number}", says), daemon=True)
        writer.start()
        says.close()
        if number % 4:
            hears.poll(30)
        time.sleep(chance.uniform(0, _LONGEST))
        writer.kill()
        writer.join()
        heard = _all_heard(hears)
        with Journal.open(url) as journal:
            begun = any(game.id == f"game-{number}" for game in journal.games())
            kept = [entry.id for entry in journal.entries(f"game-{number}")] if begun else []
            if begun:
                journal.append(_entry(f"game-{number}", len(kept) + 1, datetime.now(UTC)))
        answered += len(heard)
        lost += len({f"entry-{seq}" for seq in heard} - set(kept))
        doubled += sum(one != f"entry-{seq}" for seq, one in enumerate(kept, start=1))
        cut_short += len(kept) > len(heard)
    return Endurance(kills, answered, lost, doubled, cut_short)


def _write(url: str, game: str, says: Connection) -> None:
    now = datetime.now(UTC)
    with Journal.open(url) as journal:
        journal.create(KeptGame(game, "magnate", game, ("Ann", "Ben"), {}, {}, now))
        seq = 1
        while True:
            journal.append(_entry(game, seq, now))
            says.send(seq)
            seq += 1


def _entry(game: str, seq: int, now: datetime) -> Entry:
    move = {"type": "roll", "player": seq % 2, "dice": [seq % 10 + 1, 2], "tax_dice": []}
    return Entry(game, seq, f"entry-{seq}", seq - 1, now, seq % 2, "touch", move)


def _all_heard(hears: Connection) -> list[int]:
    heard = []
    try:
        while True:
            heard.append(hears.recv())
    except (EOFError, OSError):  # the end, also in the middle of an answer
        return heard
