"""Pictures for pages: crops of the camera and photos, kept for a while, and QR codes."""

from __future__ import annotations

import io
import secrets
import threading
from collections import OrderedDict


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
