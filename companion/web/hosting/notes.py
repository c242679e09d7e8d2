"""Small documents that pages keep by their names, such as a noted hand and the loose token counters."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from companion.files import write_data_file
from companion.games.documents import Json
from companion.web.pages.host import write_note

FILE_NAME = "web-pages.json"
"""The file's name in the data folder."""


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
        """Store a document by its name; raise ``CompanionError`` if it is too long."""
        text = write_note(name, document)
        with self._lock:
            notes = {**self._read(), name: json.loads(text)}
            write_data_file(self._file, json.dumps(notes, ensure_ascii=False).encode())

    def _read(self) -> dict[str, Any]:
        try:
            document = json.loads(self._file.read_bytes())
        except (OSError, ValueError):
            return {}
        return document if isinstance(document, dict) else {}
