"""What pages keep for a while or by name: crops of the camera, photos and QR codes; small documents."""

import io
import json
import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

from companion.files import write_data_file
from companion.games.documents import Json
from companion.web.pages.host import write_note


def draw_svg_code(text: str) -> str:
    """Return a text as a QR code in SVG, black on white in any colour scheme."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=False, dark="#000", light="#fff", border=4, scale=6, omitsize=True
    )
    return f'<div class="qr">{drawn.getvalue().decode()}</div>'


MAX_PICTURES = 60
"""Number of latest pictures that are kept."""
MAX_BYTES = 80 << 20
"""Bytes of all pictures together."""


class Pictures:
    """Pictures under addresses that nobody can guess; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pictures: OrderedDict[str, tuple[str, bytes]] = OrderedDict()

    def add(self, kind: str, content: bytes) -> str:
        """Keep a picture for a while.

        Args:
            kind: Its media type.
            content: The file.

        Returns:
            Its address, relative to the site's.
        """
        id_ = secrets.token_urlsafe(16)
        with self._lock:
            self._pictures[id_] = kind, content
            while len(self._pictures) > MAX_PICTURES or sum(len(one) for _, one in self._pictures.values()) > MAX_BYTES:
                self._pictures.popitem(last=False)
        return f"picture/{id_}"

    def get(self, id: str) -> tuple[str, bytes] | None:
        """Return a picture's media type and file; None if it is no longer there."""
        with self._lock:
            return self._pictures.get(id)


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
