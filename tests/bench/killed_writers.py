"""Processes that write to a journal are killed; the journal must keep every confirmed entry.

Each writer is a process that appends to a real database as fast as it can and reports each confirmed entry through a
pipe. It is killed (``SIGKILL``) after a random time, one in four before its first report. Then another process opens
the journal and appends.
"""

import multiprocessing
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from companion.journal.entries import Entry, KeptGame
from companion.journal.store.journal import Journal

_MAX_LIFETIME = 0.04
"""Maximum seconds between a writer's first report and its end: a dozen appends on a usual disk."""


@dataclass(frozen=True, slots=True)
class Endurance:
    """Counts over all writers."""

    kills: int
    answered: int
    """Entries that were confirmed."""
    lost: int
    """Confirmed entries that were missing afterwards."""
    doubled: int
    """Entries that were duplicated or out of order."""
    cut_short: int
    """Times that an entry was kept whose report did not arrive."""

    @property
    def whole(self) -> bool:
        """Whether nothing was lost or duplicated."""
        return not self.lost and not self.doubled


def kill_writers(folder: Path, kills: int, seed: int = 0) -> Endurance:
    """Start and kill ``kills`` writers of one journal in ``folder``.

    An unreadable journal is a :class:`~companion.journal.entries.JournalError`.

    Args:
        folder: where the journal is.
        kills: number of writers.
        seed: seed of the times.

    Returns:
        The counts.
    """
    random_times = random.Random(seed)
    url = f"sqlite:///{folder / 'games.db'}"
    writers = multiprocessing.get_context("forkserver")
    writers.set_forkserver_preload(["tests.bench.killed_writers"])
    answered = lost = doubled = cut_short = 0
    for number in range(kills):
        receiver, sender = writers.Pipe(duplex=False)
        writer = writers.Process(target=_write, args=(url, f"game-{number}", sender), daemon=True)
        writer.start()
        sender.close()
        if number % 4:
            receiver.poll(30)
        time.sleep(random_times.uniform(0, _MAX_LIFETIME))
        writer.kill()
        writer.join()
        answers = _received_answers(receiver)
        with Journal.open(url) as journal:
            begun = any(game.id == f"game-{number}" for game in journal.games())
            kept = [entry.id for entry in journal.entries(f"game-{number}")] if begun else []
            if begun:
                journal.append(_entry(f"game-{number}", len(kept) + 1, datetime.now(UTC)))
        answered += len(answers)
        lost += len({f"entry-{seq}" for seq in answers} - set(kept))
        doubled += sum(one != f"entry-{seq}" for seq, one in enumerate(kept, start=1))
        cut_short += len(kept) > len(answers)
    return Endurance(kills, answered, lost, doubled, cut_short)


def _write(url: str, game: str, sender: Connection) -> None:
    now = datetime.now(UTC)
    with Journal.open(url) as journal:
        journal.create(KeptGame(game, "magnate", game, ("Ann", "Ben"), {}, {}, now))
        seq = 1
        while True:
            journal.append(_entry(game, seq, now))
            sender.send(seq)
            seq += 1


def _entry(game: str, seq: int, now: datetime) -> Entry:
    move = {"type": "roll", "player": seq % 2, "dice": [seq % 10 + 1, 2], "tax_dice": []}
    return Entry(game, seq, f"entry-{seq}", seq - 1, now, seq % 2, "touch", move)


def _received_answers(receiver: Connection) -> list[int]:
    answers = []
    try:
        while True:
            answers.append(receiver.recv())
    except (EOFError, OSError):  # the end, also in the middle of an answer
        return answers
