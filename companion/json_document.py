"""A small JSON file of the companion’s own; a damaged one is set aside, never overwritten."""

import json
import stat
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.files import ANOTHER_FOLDER, UnwritableFile, free_path, write_data_file
from companion.locale import Message

MAX_BYTES = 1_000_000
"""Largest file that is read, in bytes; the app writes far smaller ones."""


class UnusableDocument(CompanionError):
    """A file of which at least a part cannot be used."""


class Document:
    """A JSON object in a file; one that cannot be used stays until another is kept, and is then renamed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unusable = False

    def read(self) -> dict[str, Any]:
        """Return the object in the file, empty without a file; raise :class:`UnusableDocument` if it is unusable."""
        try:
            content = json.loads(self._read_bytes().decode("utf8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except RecursionError:
            raise self.unusable(_reason("nested too deeply")) from None
        except OSError as error:
            raise self.unusable(_reason(error.strerror or str(error))) from error
        except ValueError as error:
            raise self.unusable(_reason(str(error))) from error
        if not isinstance(content, dict):
            raise self.unusable(_reason("not a JSON object"))
        return content

    def keep(self, content: dict[str, Any]) -> None:
        """Write the object, whole or not at all; raise :class:`~companion.files.UnwritableFile` if that fails."""
        if self._unusable:
            self._put_aside()
        write_data_file(self._path, (json.dumps(content, indent=2) + "\n").encode())

    def unusable(self, reason: Message) -> UnusableDocument:
        """Protect the file from being overwritten, and return the error that says why it is unusable.

        Args:
            reason: Why the file, or a part of it, cannot be used.

        Returns:
            The error, with the name under which the file is kept.
        """
        self._unusable = True
        return UnusableDocument(
            str(self._path),
            reason,
            Message(
                "default values apply; before the next change, the file is renamed to {name}",
                {"name": self._aside.name},
            ),
        )

    def _read_bytes(self) -> bytes:
        if not stat.S_ISREG(self._path.stat().st_mode):
            raise ValueError("not a file")
        with self._path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise ValueError(f"more than {MAX_BYTES} bytes")
        return data

    def _put_aside(self) -> None:
        try:
            self._path.rename(self._aside)
        except OSError as error:
            why = Message("cannot be renamed ({why})", {"why": error.strerror or str(error)})
            raise UnwritableFile(str(self._path), why, ANOTHER_FOLDER) from error
        self._unusable = False

    @property
    def _aside(self) -> Path:
        """A free name in the same folder."""
        return free_path(self._path.with_stem(f"{self._path.stem}-unusable"))


def _reason(why: str) -> Message:
    return Message("cannot be used ({why})", {"why": why})
