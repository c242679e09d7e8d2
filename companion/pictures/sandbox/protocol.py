"""The protocol between caller and sandbox: a small JSON document, followed by bytes."""

from __future__ import annotations

import json
import struct
from io import FileIO
from typing import Any

Document = dict[str, Any]
Payload = bytes | bytearray | memoryview

_SIZES = struct.Struct("<IQ")
_MAX_DOCUMENT = 1_000_000
"""Bytes of a document, at most."""


def send(pipe: FileIO, document: Document, payload: Payload = b"") -> None:
    """Send a document with bytes; ``OSError`` is raised if nobody reads any more."""
    text = json.dumps(document).encode("utf8")
    _write(pipe, _SIZES.pack(len(text), len(payload)) + text)
    _write(pipe, payload)


def receive(pipe: FileIO, most: int) -> tuple[Document, bytearray]:
    """Receive the next document with its bytes.

    Args:
        pipe: Where to read.
        most: Bytes that may follow the document.

    Raises:
        EOFError: The other side ended, or sent something invalid.
    """
    length, behind = _SIZES.unpack(_read(pipe, _SIZES.size))
    if length > _MAX_DOCUMENT or behind > most:
        raise EOFError
    try:
        document = json.loads(_read(pipe, length))
    except (ValueError, RecursionError) as error:
        raise EOFError from error
    if not isinstance(document, dict):
        raise EOFError
    return document, _read(pipe, behind)


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
