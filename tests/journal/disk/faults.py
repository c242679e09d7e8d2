"""A program under the shim that does one thing again and again, each time with the next of its calls failing.

``python -m tests.journal.disk.faults FOLDER ACTION FAULT`` prints one JSON document: how often something failed, and
what was not as it should be then. So many times share a process, forked so that all is loaded once.
"""

import ctypes
import errno
import gc
import io
import json
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import typer.main

from companion.cli.main import every_command, run
from companion.errors import CompanionError
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.journal import Journal, JournalError
from companion.play import Play, Source
from tests.cli.printed import magnate_setup
from tests.journal.disk.evenings_played import NOON, Evening, entry, game

FAULTS = {
    "io": (errno.EIO, False, "d"),
    "io-for-good": (errno.EIO, True, "d"),
    "no-space": (errno.ENOSPC, False, "d"),
    "no-space-for-good": (errno.ENOSPC, True, "d"),
    "no-memory": (errno.ENOMEM, False, "m"),
    "no-memory-in-a-call": (errno.ENOMEM, False, "c"),
    "no-memory-for-good": (errno.ENOMEM, True, "c"),
}
"""What a call fails with, whether all after it do, and which calls: the disk's, SQLite's for memory, or the first of
these in a call of SQLite."""

OF_MEMORY = ("no-memory", "no-memory-for-good")
"""Of want of memory: wherever some is asked for, and from each call on. The third is a part of the first, for what
takes long."""

NEW = [*("new", "--player", "Ann", "--player", "Ben", "--name", "Friday"), *("--setup", magnate_setup(first=1))]
_A_PROCESS = 50
"""Attempts that follow each other in one process: what failed must not harm what comes after it either."""
typer.main.get_command = cache(typer.main.get_command)  # built and loaded once, before the attempts are forked
every_command()


@dataclass(frozen=True, slots=True)
class Done:
    """What became of an action."""

    answered: bool
    """Whether it said that it was done."""
    output: str


class Shim:
    """The shim that this program was started with."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(os.environ["LD_PRELOAD"])
        self.knows_sqlite = bool(self._library.disk_knows_sqlite())

    def fail(self, at: int, fault: str) -> None:
        code, lasting, kind = FAULTS[fault]
        self._library.disk_fail(ctypes.c_long(at), code, lasting, ord(kind))

    def mend(self) -> int:
        """Nothing fails any more; how many calls there were."""
        calls: int = self._library.disk_calls()
        self._library.disk_fail(ctypes.c_long(-1), 0, 0, 0)
        return calls


def companion(data: Path, *words: str) -> Done:
    """One command line, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run([*words, "--data", str(data)])
    output = err.getvalue()
    assert status in (0, 1, 2), f"exit status {status}"
    assert "Traceback" not in output, output
    assert status == 0 or output.startswith("companion: "), f"{status}: {output!r}"
    return Done(status == 0, output)


def begun(data: Path) -> None:
    """Three moves of one game, and a copy of the evening."""
    evening = Evening(data)
    evening.played("friday", 1, 3)
    evening.copied(3)


def begun_by_command(data: Path) -> None:
    assert companion(data, *NEW).answered
    assert companion(data, "backup", str(data / "saved.db")).answered


def append(data: Path) -> Done:
    """The next move."""
    try:
        with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
            journal.append(entry("friday", 4))
    except JournalError as error:
        return Done(False, str(error))
    return Done(True, "")


def appended_once(data: Path, done: Done) -> None:
    url = f"sqlite:///{data / 'games.db'}"
    with Journal.open(url) as journal:
        kept = journal.entries("friday")
        assert kept[:3] == tuple(entry("friday", seq) for seq in (1, 2, 3)), "a move that was answered for is lost"
        assert not done.answered or len(kept) == 4, "it was answered for and is not there"
        journal.append(entry("friday", 4))
        assert journal.entries("friday") == tuple(entry("friday", seq) for seq in (1, 2, 3, 4)), "not exactly once"
        journal.create(game("saturday"))


def kept_by_command(data: Path, done: Done) -> None:
    """Whatever became of a command: what was kept before is, in the journal and its copies."""
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        assert "Friday" in {game.name for game in journal.games()}, "a game that was answered for is lost"
        journal.check()
        assert not journal.unreadable()
    begin = data.with_name("begin")
    for before in (begin / "saved.db", *(begin / "backups").glob("evening-*.db")):
        copy = data / before.relative_to(begin)
        if copy.read_bytes() != before.read_bytes():
            assert companion(data, "restore", str(copy)).answered, f"{copy.name} is lost"


def rolled(data: Path, done: Done) -> None:
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        (friday,) = journal.games()
        kept = journal.entries(friday.id)
        assert len(kept) in ((1,) if done.answered else (0, 1)), f"{len(kept)} moves"
    kept_by_command(data, done)


def play(data: Path) -> Done:
    """The app's way to moves, behind whatever is kept: a roll, which is taken back and made again."""
    ids = iter(range(100))
    try:
        with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
            table = Play(
                MAGNATE,
                journal,
                journal.games()[0].id,
                now=lambda: NOON,
                new_id=lambda: f"{journal.games()[0].id}-{next(ids)}",
            )
            table.propose(Roll(table.state.player, (4, 7)), source=Source.TOUCH)
            table.undo()
            table.redo()
    except CompanionError as error:
        return Done(False, str(error))
    return Done(True, "")


def played(data: Path, done: Done) -> None:
    """The moves that were made are there in their order, without a gap, none twice."""
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        kept = [str(entry.move["type"]) for entry in journal.entries(journal.games()[0].id)]
    assert kept == ["roll", "undo", "redo"][: len(kept)]
    assert len(kept) == 3 or not done.answered, "it was answered for and is not there"
    kept_by_command(data, done)


def exported(data: Path, done: Done) -> None:
    """What was written is the whole game, or there is nothing."""
    written = data / "friday.json"
    assert written.exists() or not done.answered
    if written.exists():
        assert companion(data, "replay", str(written)).answered
    kept_by_command(data, done)


def begun_elsewhere(data: Path) -> None:
    """Beside the game that is kept here, one of another tablet's."""
    begun_by_command(data)
    elsewhere = data / "elsewhere"
    assert companion(elsewhere, *("Sunday" if word == "Friday" else word for word in NEW)).answered
    assert companion(elsewhere, "export", "Sunday", "--output", str(data / "sunday.json")).answered


def imported(data: Path, done: Done) -> None:
    """The game is there at most once, also when it is taken in again."""
    for times in ((1,) if done.answered else (0, 1), (1,)):
        with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
            assert [game.name for game in journal.games()].count("Sunday") in times
        assert companion(data, "import", str(data / "sunday.json")).answered
    kept_by_command(data, done)


def by_command(*words: str) -> Callable[[Path], Done]:
    return lambda data: companion(data, *(word.replace("DATA", str(data)) for word in words))


ACTIONS: dict[str, tuple[Callable[[Path], None], Callable[[Path], Done], Callable[[Path, Done], None]]] = {
    "append": (begun, append, appended_once),
    "roll": (begun_by_command, by_command("roll", "--source", "app", "Friday"), rolled),
    "new": (begun_by_command, by_command(*("Saturday" if word == "Friday" else word for word in NEW)), kept_by_command),
    "play": (begun_by_command, play, played),
    "show": (begun_by_command, by_command("show", "Friday"), kept_by_command),
    "export": (begun_by_command, by_command("export", "Friday", "--output", "DATA/friday.json"), exported),
    "import": (begun_elsewhere, by_command("import", "DATA/sunday.json"), imported),
    "games": (begun_by_command, by_command("games"), kept_by_command),
    "backup": (begun_by_command, by_command("backup", "DATA/saved.db", "--overwrite"), kept_by_command),
    "restore": (begun_by_command, by_command("restore", "DATA/saved.db"), kept_by_command),
}
"""How it begins, what is done while something fails, and what has to be true once nothing fails any more."""


def attempt(shim: Shim, action: str, fault: str, at: int, data: Path) -> tuple[bool, str]:
    """Whether anything failed in this attempt, and what was not as it should be."""
    _, do, check = ACTIONS[action]
    try:
        shim.fail(at, fault)
        try:
            done = do(data)
        finally:
            failed = shim.mend() > at
        check(data, done)
    except BaseException:
        return True, traceback.format_exc()
    return failed, ""


def main(folder: Path, action: str, fault: str) -> dict[str, object]:
    shim = Shim()
    if not shim.knows_sqlite and fault.startswith("no-memory"):
        return {"skipped": "SQLite lies in no library of its own here"}
    begin, data = folder / "begin", folder / "data"
    begin.mkdir()
    ACTIONS[action][0](begin)
    shutil.copytree(begin, data)
    ACTIONS[action][1](data)  # so that no attempt has to load what it needs
    shutil.rmtree(data)
    gc.collect()
    gc.freeze()  # else each process would copy what it only looks at
    wrong: list[tuple[int, str]] = []
    tried, at, more = 0, 0, True
    while more:
        for failed, found in several(shim, action, fault, range(at, at + _A_PROCESS), begin):
            tried += failed
            if found:
                wrong.append((at, found))
            at, more = at + 1, failed
    return {"tried": tried, "wrong": wrong}


def several(shim: Shim, action: str, fault: str, places: range, begin: Path) -> Iterator[tuple[bool, str]]:
    """These attempts, one after another in a process of their own, up to the first at which something is wrong."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        for at in places:
            data = begin.with_name("data")
            shutil.rmtree(data, ignore_errors=True)
            shutil.copytree(begin, data)
            failed, found = attempt(shim, action, fault, at, data)
            os.write(writes, json.dumps([failed, found[-1500:]]).encode() + b"\n")
            if found or not failed:
                break
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads, encoding="ascii") as output:
        reported: list[tuple[bool, str]] = [tuple(json.loads(line)) for line in output]
    _, status = os.waitpid(child, 0)
    if status:
        reported.append((True, "the program died"))
    yield from reported


if __name__ == "__main__":
    tempfile.tempdir = str(Path(sys.argv[1]).parent)
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])))
