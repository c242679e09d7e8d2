"""Detect what a camera answers with by its first bytes: the content type may be wrong or missing."""

from __future__ import annotations

from enum import Enum, auto

from companion.pictures.sources.http_response import HttpAnswer
from companion.pictures.sources.multipart import JPEG, begins_with_boundary, boundary_of

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
