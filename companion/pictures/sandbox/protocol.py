"""The protocol between caller and sandbox: a small JSON document, followed by bytes; and the errors that it raises."""

import json
import struct
from io import FileIO
from typing import Any

from companion.locale import Message

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


class LimitExceeded(Exception):
    """Raise if decoding takes more time or memory than it may, or ends its process.

    Args:
        reason: Which limit was exceeded, for people.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class DecodingRefused(Exception):
    """Raise if the decoder refuses its input.

    Args:
        answer: What the decoder answered, with the kind of refusal as ``refused``.
    """

    def __init__(self, answer: Document) -> None:
        super().__init__(answer["refused"])
        self.kind = str(answer["refused"])
        self._answer = answer

    @property
    def why(self) -> str:
        """The reason in the words of the library that decodes; may be empty."""
        return str(self._answer.get("why", ""))

    @property
    def took(self) -> float:
        """Seconds by the clock that the attempt took."""
        return float(self._answer.get("took", 0.0))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, if they are the reason."""
        return int(self._answer.get("width", 0)), int(self._answer.get("height", 0))


def check_answer(answer: Document) -> None:
    """Raise the error that a decoder's answer stands for, if it is one.

    Args:
        answer: The document that the decoder sent.

    Raises:
        LimitExceeded: Decoding took too much memory.
        DecodingRefused: The input cannot be decoded.
    """
    if answer.get("refused") == "memory":
        raise LimitExceeded(Message("needs too much memory to decode"))
    if "refused" in answer:
        raise DecodingRefused(answer)
