"""A small file of the app's own, that is never in the way of a game and never lost either."""

from __future__ import annotations

import json
import os
import stat
from itertools import count
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.files import ANOTHER_FOLDER, UnwritableFile, write_data_file
from companion.locale import Message

LONGEST = 1_000_000
"""Bytes; what is longer was not written here."""


class UnusableDocument(CompanionError):
    """A file of which not everything can be used."""


class Document:
    """A JSON object in a file. One that cannot be used stays until another is kept; then it is put aside."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unusable = False

    def read(self) -> dict[str, Any]:
        """What it says, nothing where there is no such file; raises :class:`UnusableDocument`."""
        try:
            content = self._content()
            said = json.loads(content.decode("utf8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except RecursionError:
            raise self.unusable(_reason("nested too deeply")) from None
        except OSError as error:
            raise self.unusable(_reason(error.strerror or str(error))) from error
        except ValueError as error:
            raise self.unusable(_reason(str(error))) from error
        if not isinstance(said, dict):
            raise self.unusable(_reason("no object"))
        return said

    def keep(self, said: dict[str, Any]) -> None:
        """Writes it, whole or not at all; raises :class:`~companion.files.UnwritableFile`."""
        if self._unusable:
            self._put_aside()
        write_data_file(self._path, (json.dumps(said, indent=2) + "\n").encode())

    def unusable(self, reason: Message) -> UnusableDocument:
        """The error for a file of which something, or all, makes no sense; from now on it is not written over."""
        self._unusable = True
        return UnusableDocument(
            str(self._path),
            reason,
            Message(
                "the usual is used instead; the file stays as it is, and becomes {name} before another is written",
                {"name": self._aside.name},
            ),
        )

    def _content(self) -> bytes:
        if not stat.S_ISREG(self._path.stat().st_mode):
            raise ValueError("no file")
        with self._path.open("rb") as file:
            content = file.read(LONGEST + 1)
        if len(content) > LONGEST:
            raise ValueError(f"more than {LONGEST} bytes")
        return content

    def _put_aside(self) -> None:
        try:
            self._path.rename(self._aside)
        except OSError as error:
            why = Message("cannot be put aside ({why})", {"why": error.strerror or str(error)})
            raise UnwritableFile(str(self._path), why, ANOTHER_FOLDER) from error
        self._unusable = False

    @property
    def _aside(self) -> Path:
        """A name that is free beside it."""
        names = (f"{self._path.stem}-unusable{'' if number == 1 else f'-{number}'}" for number in count(1))
        paths = (self._path.with_name(name + self._path.suffix) for name in names)
        return next(path for path in paths if not os.path.lexists(path))


def _reason(why: str) -> Message:
    return Message("cannot be used ({why})", {"why": why})
