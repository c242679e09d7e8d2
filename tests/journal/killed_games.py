"""Terminal, host and app killed in the midst of a move: what they had acknowledged is there, and once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.main import run
from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.journal import Journal
from companion.journal.course.course import Course
from tests.cli.test_kept_games import NEW

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
