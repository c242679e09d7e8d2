"""Small documents that pages keep by their names, such as a noted hand and the loose token counters."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.files import write_data_file
from companion.games.documents import Json
from companion.locale import Message

FILE_NAME = "web-pages.json"
"""The file's name in the data folder."""
MAX_NOTE = 20_000
"""Maximum number of characters of one document."""


class NoteTooLong(CompanionError):
    """A document that is too long to be remembered."""


class Notes:
    """The documents of an installation; thread-safe.

    Args:
        folder: The data folder.
    """

    def __init__(self, folder: Path) -> None:
        self._file, self._lock = folder / FILE_NAME, threading.Lock()

    def recall(self, name: str) -> object:
        """Return a document by its name; None if there is none."""
        with self._lock:
            return self._read().get(name)

    def remember(self, name: str, document: Json) -> None:
        """Store a document by its name; raise :class:`NoteTooLong` if it is too long."""
        text = json.dumps(document, ensure_ascii=False)
        if len(text) > MAX_NOTE or len(name) > 100:
            raise NoteTooLong(name[:20], Message("too long to be kept"), Message("remove something"))
        with self._lock:
            notes = {**self._read(), name: json.loads(text)}
            write_data_file(self._file, json.dumps(notes, ensure_ascii=False).encode())

    def _read(self) -> dict[str, Any]:
        try:
            document = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        return document if isinstance(document, dict) else {}
