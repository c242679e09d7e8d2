"""Terminal, host and app killed in the midst of a move, and restores of a backup: what became of the games."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.cli.main import run
from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.journal import Entry, Journal
from companion.journal.copies.backups import back_up, restore
from companion.journal.course.course import Course
from companion.journal.store.sqlite_guard import foreign
from tests.cli.test_kept_games import NEW
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


LONGEST = 0.12
"""Seconds after an acknowledgement until the kill: some moves take so long."""
PATIENCE = 120.0

_APP = """
import sys
from pathlib import Path
from companion.folders import Folders
from companion.app import run
from companion.games.magnate.game import MAGNATE
from companion.pieces import Tokens
from companion.play import Source
from companion.games.magnate.facts import (TokensFact)
from companion.games.magnate.moves import (Correct)

def begin(app):
    from kivy.clock import Clock
    app.resume_game(app.game_store.latest().game.id)
    def move(_seconds):
        held = app.play.state.tokens[0]
        other = held + Tokens.parse("M1") if app.play.seq % 2 == 0 else held - Tokens.parse("M1")
        app.play.propose(Correct((TokensFact(0, held, other),)), source=Source.TOUCH)
        print(app.play.seq, flush=True)
    Clock.schedule_interval(move, 0)

run.connect = begin
run.run(Folders(Path(sys.argv[1])))
"""


@dataclass
class Killed:
    """What came of the kills."""

    kills: int = 0
    acknowledged: int = 0
    """Moves that were acknowledged before a kill."""
    unacknowledged: int = 0
    """Kills after which the move in its midst was stored: it was not answered yet."""
    lost: int = 0
    doubled: int = 0
    damaged: int = 0


Begin = Callable[[Path, "list[int]"], AbstractContextManager["subprocess.Popen[Any]"]]
"""Begins a program that plays in a folder, and appends the number of entries at each acknowledgement."""


def kill_games(folder: Path, begin: Begin, kills: int, seed: int) -> Killed:
    """Begin a game and kill who plays it, again and again.

    Args:
        folder: The data folder.
        begin: Begins the program.
        kills: How often it is killed.
        seed: Of the moments.
    """
    chance, counted = random.Random(seed), Killed()
    assert run(["--data", str(folder), *NEW]) == 0
    for _ in range(kills):
        before = entries(folder)
        acknowledged, wanted = [before], before + chance.randint(1, 4)
        with begin(folder, acknowledged) as program:
            wait_for(acknowledged, wanted, program)
            time.sleep(chance.random() * LONGEST)
            program.kill()
            program.wait()
        answered = acknowledged[-1]
        counted.kills, counted.acknowledged = counted.kills + 1, counted.acknowledged + answered - before
        after = entries(folder)
        counted.damaged += after < 0
        counted.lost += 0 <= after < answered
        counted.unacknowledged += after == answered + 1
        counted.doubled += after > answered + 1
    return counted


def entries(folder: Path) -> int:
    """The number of entries of the game, all read and folded; -1 if that is impossible."""
    try:
        with Journal.open(f"sqlite:///{folder / 'games.db'}", report=_fail) as journal:
            journal.check()
            (game,) = journal.games()
            made = journal.entries(game.id)
            Course.of(rules_of(game.game), game, made)
            return len(made)
    except Exception as error:
        print(error)
        return -1


def _fail(doubt: CompanionError) -> None:
    """A kill tears no frame of a log: nothing is to be said about the last move."""
    raise doubt


def wait_for(acknowledged: list[int], wanted: int, program: subprocess.Popen[Any]) -> None:
    end = time.monotonic() + PATIENCE
    while acknowledged[-1] < wanted:
        assert time.monotonic() < end and program.poll() is None, "the program plays on"
        time.sleep(0.001)


@contextmanager
def app(folder: Path, acknowledged: list[int]) -> Iterator[subprocess.Popen[str]]:
    """The tablet app, which makes a move in every frame."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY", "KCFG"))}
    environment |= {"KIVY_NO_ARGS": "1", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-c", _APP, str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as program:

        def listen() -> None:
            assert program.stdout is not None
            for line in program.stdout:
                if line.strip().isdecimal():
                    acknowledged.append(int(line))

        listener = threading.Thread(target=listen)
        listener.start()
        try:
            yield program
        finally:
            program.kill()
            listener.join()
