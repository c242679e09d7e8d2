"""The pictures in a ``multipart/x-mixed-replace`` answer, as phones and network cameras send them. No line, no clock.

The format: parts between ``--boundary`` lines, each with headers, an empty line and a JPEG (RFC 2046; the type is
Netscape's). Senders differ: some repeat the dashes in the boundary's name, some leave out lengths or end lines with
a bare line feed.
"""

from __future__ import annotations

import re

_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")
LONGEST = 32_000_000
"""Bytes; a part that goes on beyond this is no picture."""


class Parts:
    """Bytes in, whole pictures out."""

    def __init__(self, boundary: str) -> None:
        self._mark = b"--" + boundary.strip().strip('"').lstrip("-").encode("latin-1")
        self._held = bytearray()

    def fed(self, data: bytes) -> list[bytes]:
        """The pictures that these bytes complete, in order; ValueError where they are none."""
        self._held += data
        pictures = []
        while (picture := self._taken()) is not None:
            pictures.append(picture)
        if len(self._held) > LONGEST:
            raise ValueError("a part without an end")
        return pictures

    def _taken(self) -> bytes | None:
        start = self._held.find(self._mark)
        if start < 0:
            # The boundary itself may have come in halves.
            del self._held[: max(0, len(self._held) - len(self._mark) - 4)]
            return None
        head = _HEAD_END.search(self._held, start)
        if head is None:
            return None
        length = _LENGTH.search(self._held, start, head.end())
        end = head.end() + int(length[1]) if length else self._held.find(self._mark, head.end())
        if end < 0 or end > len(self._held):
            return None
        body = bytes(self._held[head.end() : end])
        del self._held[:end]
        return body if length else body.rstrip(b"\r\n-")


def boundary_of(content_type: str) -> str | None:
    """The boundary that a content type names; None where it is no multipart answer.

    >>> boundary_of('multipart/x-mixed-replace; boundary="--frame"')
    '--frame'
    >>> boundary_of("image/jpeg") is None
    True
    """
    kind, *parameters = content_type.split(";")
    if not kind.strip().lower().startswith("multipart/"):
        return None
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "boundary":
            return value.strip().strip('"')
    return ""
