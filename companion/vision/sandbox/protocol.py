"""What asker and worker send each other: a small JSON document, and bytes behind it."""

from __future__ import annotations

import json
import struct
from io import FileIO
from typing import Any

Document = dict[str, Any]
Payload = bytes | bytearray | memoryview

_SIZES = struct.Struct("<IQ")
_MOST_SAID = 1_000_000
"""Bytes of a document."""


def send(pipe: FileIO, said: Document, payload: Payload = b"") -> None:
    """Raises ``OSError`` where nobody reads any more."""
    words = json.dumps(said).encode("utf8")
    _write(pipe, _SIZES.pack(len(words), len(payload)) + words)
    _write(pipe, payload)


def receive(pipe: FileIO, most: int) -> tuple[Document, bytearray]:
    """What was sent next, of at most so many bytes; raises ``EOFError`` at the end, and for what makes no sense."""
    length, behind = _SIZES.unpack(_read(pipe, _SIZES.size))
    if length > _MOST_SAID or behind > most:
        raise EOFError
    try:
        said = json.loads(_read(pipe, length))
    except (ValueError, RecursionError) as error:
        raise EOFError from error
    if not isinstance(said, dict):
        raise EOFError
    return said, _read(pipe, behind)


def _write(pipe: FileIO, data: Payload) -> None:
    left = memoryview(data)
    while left:
        left = left[pipe.write(left) or 0 :]


def _read(pipe: FileIO, length: int) -> bytearray:
    data = bytearray(length)
    left = memoryview(data)
    while left:
        read = pipe.readinto(left)
        if not read:
            raise EOFError
        left = left[read:]
    return data
