"""Detect what a camera answers with, and split it into pictures: parts of a multipart answer, or bare JPEGs.

Parts stand between ``--boundary`` lines, each with headers, an empty line and a JPEG (RFC 2046; the type is
Netscape's). Senders differ. Some repeat the dashes in the boundary's name or write another one. Some leave out lengths
or write wrong ones. Some end lines with a bare line feed.
"""

import re
from enum import Enum, auto
from typing import Protocol

from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.sources.http_response import HttpAnswer

_LENGTH = re.compile(rb"content-length:\s*(\d{1,12})\b", re.IGNORECASE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_FIRST_LINE = re.compile(rb"\s*--([^\s]{1,200})[ \t]*\r?\n")
JPEG = b"\xff\xd8\xff"
"""What every JPEG begins with."""
_END = b"\xff\xd9"
_NEXT = re.compile(rb"\xff\xd9[\s\0]*(?=\xff\xd8\xff)")
_PADDING = b"\r\n\0"
_LINE_END = 4
"""Bytes after a boundary that show whether it is one."""


class EndlessPart(ValueError):
    """Raise for a part without an end in sight."""


class Splitter(Protocol):
    """Bytes in, whole pictures out."""

    def feed(self, data: bytes) -> list[bytes]:
        """Return the pictures that these bytes complete, in order; raise :class:`EndlessPart`."""
        ...


class MultipartSplitter:
    """Splits a multipart answer."""

    def __init__(self, boundary: str, limits: InputLimits = INPUT_LIMITS) -> None:
        self._mark = _marks(boundary)
        self._longest = len(boundary) + 2 + _LINE_END
        self._limits = limits
        self._held = bytearray()
        self._begun = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the pictures that these bytes complete, in order."""
        self._held += data
        if not self._begun:
            self._begin()
        pictures = []
        while (picture := self._taken()) is not None:
            pictures.append(picture)
        return pictures

    def _begin(self) -> None:
        """Take the boundary from the first line, whatever was announced."""
        first = _FIRST_LINE.match(self._held)
        if first is not None:
            boundary = first[1].decode("latin-1")
            self._mark, self._longest = _marks(boundary), len(boundary) + 2 + _LINE_END
        self._begun = first is not None or len(self._held) > self._limits.head_bytes

    def _taken(self) -> bytes | None:
        start = self._mark.search(self._held)
        if start is None:
            # The boundary itself may have come in halves.
            if self._begun:
                del self._held[: max(0, len(self._held) - self._longest)]
            return None
        head = _HEAD_END.search(self._held, start.start(), start.start() + self._limits.head_bytes)
        if head is None:
            if len(self._held) - start.start() >= self._limits.head_bytes:
                raise EndlessPart
            return None
        length = _LENGTH.search(self._held, start.start(), head.end())
        stated_length = int(length[1]) if length else 0
        end = self._end(head.end(), stated_length)
        if end is None:
            return None
        body = bytes(self._held[head.end() : end])
        del self._held[:end]
        return _trimmed(body, exact=len(body) == stated_length)

    def _end(self, start: int, length: int) -> int | None:
        """Return where a part's body ends; None if that has not come yet. A length may be wrong: it is checked."""
        if length > self._limits.part_bytes:
            raise EndlessPart
        end = start + length
        if length:
            if end > len(self._held):
                return None
            if self._held[start:end].rstrip(_PADDING).endswith(_END):
                return end
            after = bytes(self._held[end : end + self._longest + _LINE_END]).lstrip(b"\r\n")
            if self._mark.match(after):
                return end
        following = self._mark.search(self._held, start)
        if following is not None:
            return following.start()
        if len(self._held) - start > self._limits.part_bytes:
            raise EndlessPart
        return None


class JpegSplitter:
    """Splits an answer that consists of JPEGs alone."""

    def __init__(self, limits: InputLimits = INPUT_LIMITS) -> None:
        self._limits = limits
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the pictures that these bytes complete, in order; raise :class:`EndlessPart`."""
        self._held += data
        pictures = []
        while (end := _NEXT.search(self._held)) is not None:
            pictures.append(bytes(self._held[: end.start() + len(_END)]))
            del self._held[: end.end()]
        if len(self._held) > self._limits.part_bytes:
            raise EndlessPart
        return pictures


def boundary_of(content_type: str) -> str | None:
    """Return the boundary that a content type names; None if it is no multipart answer.

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


def begins_with_boundary(data: bytes) -> bool:
    r"""Return whether an answer begins as a multipart one, whatever its headers call it.

    >>> begins_with_boundary(b"--frame\r\nContent-Type: image/jpeg\r\n"), begins_with_boundary(b"<html>")
    (True, False)
    """
    return _FIRST_LINE.match(data) is not None


def _trimmed(body: bytes, exact: bool) -> bytes:
    """Return a part's body without what follows the picture, as far as that is known."""
    bare = body.rstrip(_PADDING)
    if exact or bare.endswith(_END):
        return bare if bare.endswith(_END) else body
    return body.rstrip(b"-").removesuffix(b"\n").removesuffix(b"\r")


def _marks(boundary: str) -> re.Pattern[bytes]:
    """Return what finds a boundary line; the dashes may be part of its name."""
    name = boundary.strip().strip('"').lstrip("-").encode("latin-1", "replace")
    return re.compile(rb"--" + re.escape(name) + rb"(?:--|[ \t]*\r?\n)")


_FIRST = 8
"""Bytes that are enough to tell a boundary from a picture."""


class AnswerKind(Enum):
    """The kinds of answers."""

    PARTS = auto()
    """Pictures in the parts of a multipart answer."""
    JPEGS = auto()
    """JPEGs without an end, one behind the other."""
    PICTURE = auto()
    """One picture."""
    FILM = auto()
    """Something that FFmpeg may know."""
    OTHER = auto()
    """A page, or nothing."""


def detect_kind(answer: HttpAnswer) -> AnswerKind:
    """Return the kind of an answer; its first bytes can be read again. Errors are those of reading."""
    if boundary_of(answer.kind) is not None:
        return AnswerKind.PARTS
    called = answer.kind.partition(";")[0].strip().lower()
    if called.startswith("text/"):
        return AnswerKind.OTHER
    first = answer.begins(_FIRST)
    if first.lstrip().startswith(b"--") and begins_with_boundary(_first_line(answer)):
        return AnswerKind.PARTS
    if first.startswith(JPEG) and not answer.ends and not called.startswith("image/"):
        return AnswerKind.JPEGS
    if first and (called.startswith("image/") or first.startswith(JPEG)):
        return AnswerKind.PICTURE
    return AnswerKind.FILM if called.startswith(("video/", "application/")) else AnswerKind.OTHER


def _first_line(answer: HttpAnswer) -> bytes:
    length = _FIRST
    first = answer.begins(length)
    while len(first) >= length and b"\n" not in first.lstrip() and length < 256:
        length *= 2
        first = answer.begins(length)
    return first
