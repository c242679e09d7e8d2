"""What is on a disk whose power was cut: all that was synced, and of the rest any part in any order.

The writes and syncs of a program are recorded by ``shim.c``; here they are replayed up to any point. Names (files made,
renamed, deleted) reach the disk in their order, as journaling file systems do it, once their folder is synced or
earlier; contents reach it sector by sector, in any order between two syncs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

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
