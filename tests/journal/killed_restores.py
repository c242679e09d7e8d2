"""Backups with triggers brought back, each by a program of its own that is killed in the midst of it."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from companion.journal import Entry, Journal
from companion.journal.copies.backups import back_up, restore
from companion.journal.store.sqlite_guard import foreign
from tests.journal.test_journal import GAME, entry

ROOT = Path(__file__).resolve().parents[2]
MOVES, GAMES = 40, 30
TRIGGER = "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE game=NEW.game AND seq=NEW.seq; END"
RESTORE = """
import sys
from pathlib import Path
from companion.journal.copies.backups import back_up, restore
print("begins", flush=True)
url, backup, copy = sys.argv[1:]
restore(url, Path(backup), "replaced")
print("restored", flush=True)
back_up(url, Path(copy))
print("copied", flush=True)
"""


@dataclass(slots=True)
class Kills:
    """What became of the programs, and of what was kept."""

    kills: int = 0
    in_the_midst: int = 0
    """Killed before the backup was brought back and copied."""
    wrong: int = 0
    """Journals that were neither as before nor as in the backup, or that took a trigger over."""
    left_over: int = 0
    """Half written files that were still there after the next program wrote."""


def prepare(folder: Path) -> None:
    """Makes a journal with one long game, ``games.db``, and a crafted backup with others, ``stick/crafted.db``."""
    (folder / "stick").mkdir(parents=True)
    crafted = f"sqlite:///{folder / 'crafted.db'}"
    with Journal.open(crafted) as journal:
        for number in range(GAMES):
            journal.create(replace(GAME, id=f"c{number}"), _moves(f"c{number}"))
    back_up(crafted, folder / "stick" / "crafted.db")
    with closing(sqlite3.connect(folder / "stick" / "crafted.db")) as stranger, stranger:
        stranger.execute(TRIGGER)
    with Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        journal.create(GAME, _moves("g1"))


def _moves(game: str) -> list[Entry]:
    return [entry(seq, game=game) for seq in range(1, MOVES + 1)]


def kill_restores(folder: Path, kills: int, seed: int) -> Kills:
    """Kills ``kills`` programs, each at a moment by chance, and looks at what they left."""
    chance, counted = random.Random(seed), Kills()
    prepare(folder / "begin")
    _, whole = _killed(_begun(folder), after=None)
    for _ in range(kills):
        there = _begun(folder)
        output, _ = _killed(there, after=chance.uniform(0, whole))
        counted.kills += 1
        counted.in_the_midst += "copied" not in output
        counted.wrong += not _sound(there, restored="restored" in output)
        restore(f"sqlite:///{there / 'games.db'}", there / "stick" / "crafted.db", "again")
        back_up(f"sqlite:///{there / 'games.db'}", there / "stick" / "after.db")
        counted.left_over += len([*there.glob(".*"), *(there / "stick").glob(".*")])
    return counted


def _begun(folder: Path) -> Path:
    """A folder as it was before, for the next program."""
    there = folder / "there"
    shutil.rmtree(there, ignore_errors=True)
    shutil.copytree(folder / "begin", there)
    return there


def _killed(there: Path, after: float | None) -> tuple[str, float]:
    """What a program said until it was killed after some seconds, and how long it ran; None lets it end."""
    files = (f"sqlite:///{there / 'games.db'}", str(there / "stick" / "crafted.db"), str(there / "stick" / "copy.db"))
    with subprocess.Popen([sys.executable, "-c", RESTORE, *files], cwd=ROOT, stdout=subprocess.PIPE, text=True) as one:
        assert one.stdout is not None and one.stdout.readline() == "begins\n"
        began = time.monotonic()
        if after is not None:
            time.sleep(after)
            one.kill()
        return one.stdout.read(), time.monotonic() - began


def _sound(there: Path, restored: bool) -> bool:
    """Whether every move is there, of the game that was kept or of all that were brought back, and nothing else."""
    with Journal.open(f"sqlite:///{there / 'games.db'}") as journal:
        journal.check()
        kept = {game.id: len(journal.entries(game.id)) for game in journal.games()}
        whole = kept in ({"g1": MOVES} if not restored else {}, {f"c{number}": MOVES for number in range(GAMES)})
        (last, *_) = kept
        journal.append(entry(MOVES + 1, game=last))
        goes_on = len(journal.entries(last)) == MOVES + 1
    with closing(sqlite3.connect(there / "games.db")) as opened:
        return whole and goes_on and foreign(opened) == ()
