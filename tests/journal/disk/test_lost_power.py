"""However the power is cut, the journal opens and holds every move that it answered for."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.journal.disk import watched
from tests.journal.disk.evenings_played import EVENINGS, entry, game
from tests.journal.disk.lost_power import Disk, Operation, recorded

VERSIONS = Path(__file__).parents[1] / "versions"
ANSWERS = "answers"
Answered = dict[str, int]


def cuts(evening: str, folder: Path) -> Iterator[tuple[int, Disk, Answered]]:
    """Every point of an evening, with the disk as it was asked until then and what was answered for."""
    folder.mkdir()
    if evening == "old":
        shutil.copy(VERSIONS / "tables-1-entries-1.db", folder / "games.db")
    before = {str(path): path.read_bytes() for path in folder.iterdir()}
    log = folder.with_name("log")
    watched.run("tests.journal.disk.evenings_played", str(folder), evening, folder=folder, log=log)
    disk, answered, answers = Disk(before), Answered(), 0
    for number, operation in enumerate(recorded(log)):
        if operation.path.endswith(ANSWERS):
            answers = operation.file
        elif operation.kind == "write" and operation.file == answers:
            name, seq = json.loads(operation.data)
            answered[name] = seq
        else:
            disk.take(operation)
            yield number, disk, dict(answered)


def lay(left: dict[str, bytes], folder: Path, there: Path) -> None:
    """Puts what is left of ``folder`` there."""
    shutil.rmtree(there, ignore_errors=True)
    there.mkdir()
    for path, content in left.items():
        target = there / Path(path).relative_to(folder)
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(content)


def check(there: Path, answered: Answered, evening: str) -> None:
    """Everything answered for is there, what is there besides is whole, and the game goes on."""
    url = f"sqlite:///{there / 'games.db'}"
    with Journal.open(url) as journal:
        journal.check()
        kept = {one.id: journal.entries(one.id) for one in journal.games()}
        assert journal.unreadable() == ()
        assert evening != "old" or (len(kept["friday"]), len(kept["saturday"])) == (16, 6)
    ours = {
        name: entries
        for name, entries in kept.items()
        if (evening, name) not in (("old", "friday"), ("old", "saturday"))
    }
    for name, entries in ours.items():
        assert entries == tuple(entry(name, seq) for seq in range(1, len(entries) + 1))
    for name, seq in answered.items():
        if name != "copy":
            assert len(kept[name]) >= seq
    if "copy" in answered:
        with closing(sqlite3.connect(there / "backups" / "evening-2026-11-21.db")) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert copy.execute("SELECT count(*) FROM entries").fetchone()[0] >= answered["copy"]


def goes_on(there: Path) -> None:
    with Journal.open(f"sqlite:///{there / 'games.db'}") as journal:
        journal.create(game("later"))
        journal.append(entry("later", 1))
        last = len(journal.entries("friday")) if any(one.id == "friday" for one in journal.games()) else None
        if last is not None:
            journal.append(entry("friday", last + 1))
            assert len(journal.entries("friday")) == last + 1


def cut_everywhere(evening: str, times: int, by_chance: int) -> int:
    """Cuts the power at every point, at each ``by_chance``-th ``times`` more; how often in all."""
    chance, tried = random.Random(0), 0
    with watched.in_memory() as memory:
        folder, there = memory / "data", memory / "after"
        for number, disk, answered in cuts(evening, folder):
            besides = times if number % by_chance == 0 else 0
            for by, most in [(None, False), (None, True), *((chance, False) for _ in range(besides))]:
                lay(disk.left(by, most), folder, there)
                check(there, answered, evening)
                tried += 1
            if besides:
                goes_on(there)
    return tried


@pytest.mark.prove("power")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("evening", EVENINGS)
def test_wherever_the_power_is_cut_and_whatever_was_not_synced_the_journal_opens_with_all_that_it_answered_for(
    evening: str,
) -> None:
    tried = cut_everywhere(evening, times=4, by_chance=7 if evening == "long" else 1)
    print(f"{evening}: the power cut {tried} times")
    assert tried > 200


@pytest.mark.prove("power")
def test_a_disk_that_forgets_what_was_synced_is_found_out(tmp_path: Path) -> None:
    """The proof itself: were a sync left out, it would be seen."""
    folder, there = tmp_path / "data", tmp_path / "after"
    folder.mkdir()
    log = folder.with_name("log")
    watched.run("tests.journal.disk.evenings_played", str(folder), "first", folder=folder, log=log)
    disk, answers = Disk({}), 0
    for operation in recorded(log):
        if operation.path.endswith(ANSWERS):
            answers = operation.file
        elif operation.file != answers and (operation.kind != "sync" or _is_folder(operation, folder)):
            disk.take(operation)
    lay(disk.left(None, most=False), folder, there)
    with pytest.raises(KeyError):
        check(there, {"friday": 12}, "first")


def _is_folder(operation: Operation, folder: Path) -> bool:
    return operation.file == folder.stat().st_ino
