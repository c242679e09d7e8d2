"""However the power is cut and whichever call of the store fails, every move that was answered for stays."""

import json
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from tests.journal.disk import watched
from tests.journal.disk.evenings_played import EVENINGS, entry, game
from tests.journal.disk.faults import ACTIONS, FAULTS, OF_MEMORY


def failing(action: str, fault: str) -> int:
    """Does something as often as it calls the store, another call failing each time; gives how often one failed."""
    with watched.in_memory() as folder:
        output = watched.run("tests.journal.disk.faults", str(folder), action, fault, folder=folder)
    reported: dict[str, Any] = json.loads(output.splitlines()[-1])
    if "skipped" in reported:
        pytest.skip(reported["skipped"])
    assert reported["wrong"] == []
    return int(reported["tried"])


@pytest.mark.prove("faults-memory")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("fault", OF_MEMORY)
def test_wherever_the_store_asks_for_memory_and_gets_none_nothing_answered_for_is_lost(action: str, fault: str) -> None:
    tried = failing(action, fault)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 10


@pytest.mark.prove("faults")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if not fault.startswith("no-memory")])
def test_whichever_call_of_the_store_fails_nothing_answered_for_is_lost(action: str, fault: str) -> None:
    tried = failing(action, fault)
    print(f"{action}, {fault}: failed {tried} times")
    assert tried > 10


SECTOR = 512
"""Bytes that a disk writes whole or not at all."""

_LINE = re.compile(rb"(open|write|sync|cut|unlink|rename) ([^\n]*)\n")


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that was asked of the disk."""

    kind: str
    file: int = 0
    at: int = 0
    data: bytes = b""
    path: str = ""
    to: str = ""
    fresh: bool = False


def recorded(log: Path) -> Iterator[Operation]:
    """The operations of a log that the shim wrote."""
    content, place = log.read_bytes(), 0
    while place < len(content):
        line = _LINE.match(content, place)
        assert line is not None, content[place : place + 80]
        kind, output, place = line[1].decode(), line[2].decode(), line.end()
        if kind == "write":
            file, at, size = map(int, output.split())
            yield Operation(kind, file, at, content[place : place + size])
            place += size
        elif kind == "open":
            number, fresh, path = output.split(" ", 2)
            yield Operation(kind, int(number), path=path, fresh=fresh == "1")
        elif kind == "rename":
            path, to = output.split("\t")
            yield Operation(kind, path=path, to=to)
        elif kind == "unlink":
            yield Operation(kind, path=output)
        else:
            numbers = [int(number) for number in output.split()]
            yield Operation(kind, numbers[0], numbers[-1])


@dataclass(slots=True, eq=False)
class _File:
    safe: bytes = b""
    waiting: list[Operation] = field(default_factory=list)


class Disk:
    """A disk that was asked for operations one by one, and what may be left of them."""

    def __init__(self, before: Mapping[str, bytes]) -> None:
        self._names = {path: _File(content) for path, content in before.items()}
        """What leads where when all goes well."""
        self._safe = dict(self._names)
        self._waiting: list[Operation] = []
        """What happened to names since their folder was synced."""
        self._made: dict[int, _File] = {}
        self._open: dict[int, _File | None] = {}
        """By the file's number; None for a folder."""

    def take(self, operation: Operation) -> None:
        """The next operation."""
        match operation.kind:
            case "open" if operation.fresh:
                self._names[operation.path] = self._open[operation.file] = _File()
                self._made[id(operation)] = self._names[operation.path]
                self._waiting.append(operation)
            case "open":
                self._open[operation.file] = self._names.get(operation.path)
            case "write" | "cut":
                file = self._open[operation.file]
                assert file is not None
                file.waiting.append(operation)
            case "sync":
                self._sync(operation.file)
            case _:
                self._rename(self._names, operation)
                self._waiting.append(operation)

    def left(self, chance: random.Random | None, most: bool) -> dict[str, bytes]:
        """What may be there after a power cut: nothing that was not synced, all of it (``most``), or some by chance."""
        reached = len(self._waiting) if most else 0
        names = dict(self._safe)
        for operation in self._waiting[: reached if chance is None else chance.randint(0, len(self._waiting))]:
            self._rename(names, operation)
        return {path: self._content(file, chance, most) for path, file in names.items()}

    @staticmethod
    def _content(file: _File, chance: random.Random | None, most: bool) -> bytes:
        if chance is None:
            return _written(file.safe, file.waiting if most else [])
        some = [part for operation in file.waiting for part in _sectors(operation) if chance.random() < 0.7]
        if chance.random() < 0.5:
            chance.shuffle(some)
        return _written(file.safe, some)

    def _sync(self, number: int) -> None:
        file = self._open[number]
        if file is not None:
            file.safe, file.waiting = _written(file.safe, file.waiting), []
            return
        for operation in self._waiting:
            self._rename(self._safe, operation)
        self._waiting.clear()

    def _rename(self, names: dict[str, _File], operation: Operation) -> None:
        if operation.kind == "open":
            names[operation.path] = self._made[id(operation)]
        elif operation.kind == "unlink":
            names.pop(operation.path, None)
        else:
            names[operation.to] = names.pop(operation.path)


def _sectors(operation: Operation) -> list[Operation]:
    if operation.kind == "cut":
        return [operation]
    first, parts, place = operation.at % SECTOR, [], 0
    while place < len(operation.data):
        size = SECTOR - first if place == 0 else SECTOR
        part = operation.data[place : place + size]
        parts.append(Operation("write", operation.file, operation.at + place, part))
        place += size
    return parts


def _written(content: bytes, operations: list[Operation]) -> bytes:
    if not operations:
        return content
    written = bytearray(content)
    for operation in operations:
        size = operation.at if operation.kind == "cut" else max(len(written), operation.at + len(operation.data))
        written[size:] = b""
        written.extend(bytes(size - len(written)))
        if operation.kind == "write":
            written[operation.at : operation.at + len(operation.data)] = operation.data
    return bytes(written)


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
def test_wherever_the_power_is_cut_the_journal_opens_with_all_that_it_answered_for(evening: str) -> None:
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
