"""The pictures in a ``multipart/x-mixed-replace`` answer, as phones and network cameras send them. No line, no clock.

The format: parts between ``--boundary`` lines, each with headers, an empty line and a JPEG (RFC 2046; the type is
Netscape's). Senders differ: some repeat the dashes in the boundary's name, some leave out lengths or end lines with
a bare line feed.
"""

from __future__ import annotations

import re

from companion.vision.intake import INTAKE, Intake

_LENGTH = re.compile(rb"content-length:\s*(\d{1,12})\b", re.IGNORECASE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")


class EndlessPart(ValueError):
    """A part of which no end is in sight."""


class Parts:
    """Bytes in, whole pictures out."""

    def __init__(self, boundary: str, intake: Intake = INTAKE) -> None:
        self._mark = b"--" + boundary.strip().strip('"').lstrip("-").encode("latin-1")
        self._intake = intake
        self._held = bytearray()

    def fed(self, data: bytes) -> list[bytes]:
        """The pictures that these bytes complete, in order; raises :class:`EndlessPart`."""
        self._held += data
        pictures = []
        while (picture := self._taken()) is not None:
            pictures.append(picture)
        return pictures

    def _taken(self) -> bytes | None:
        start = self._held.find(self._mark)
        if start < 0:
            # The boundary itself may have come in halves.
            del self._held[: max(0, len(self._held) - len(self._mark) - 4)]
            return None
        head = _HEAD_END.search(self._held, start, start + self._intake.head_bytes)
        if head is None:
            if len(self._held) - start >= self._intake.head_bytes:
                raise EndlessPart
            return None
        length = _LENGTH.search(self._held, start, head.end())
        end = head.end() + int(length[1]) if length else self._held.find(self._mark, head.end())
        if max(end, len(self._held) if end < 0 else 0) - head.end() > self._intake.part_bytes:
            raise EndlessPart
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
