"""Records of games as QR codes, as far as they are short enough, and back."""

from __future__ import annotations

import zlib

from companion.errors import CompanionError
from companion.journal.values import MOST_BYTES
from companion.locale import Message

PREFIX = "DECKTET1:"
"""Marks the text of a code as a record, in this form."""
MAX_LETTERS = 2000
"""Letters of a code that a phone still reads from a screen: version 27 of 40."""
MAX_PICTURE = 12 << 20
"""Maximum bytes of a picture of a code."""
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""The 45 letters of RFC 9285, which a QR code holds most densely."""


class NoRecordCode(CompanionError):
    """A picture or a text that holds no record."""


def write_code(record: bytes) -> str | None:
    """Return the text of a record's QR code; None if the record is too long for one.

    >>> read_code(write_code(b"a record") or "")
    b'a record'
    """
    packed = zlib.compress(record, 9)
    text = PREFIX + "".join(_encode(packed[place : place + 2]) for place in range(0, len(packed), 2))
    return text if len(text) <= MAX_LETTERS else None


def read_code(text: str) -> bytes:
    """Return the record in a code's text; raise :class:`NoRecordCode` if there is none."""
    body = text.removeprefix(PREFIX)
    try:
        if body == text:
            raise ValueError
        packed = b"".join(_decode(body[place : place + 3]) for place in range(0, len(body), 3))
        unpacker = zlib.decompressobj()
        record = unpacker.decompress(packed, MOST_BYTES + 1)
        if not record:
            raise ValueError
    except (ValueError, OverflowError, zlib.error) as error:
        raise _none() from error
    return record


def read_picture(file: bytes) -> bytes:
    """Return the record whose code is in a picture; raise :class:`NoRecordCode` or ``UnreadablePicture``."""
    import cv2

    from companion.pictures.loading import decode_picture

    # The other detector of OpenCV misses a third of such large codes.
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(decode_picture(file, "picture"))
    return read_code(text)


def _encode(pair: bytes) -> str:
    number = int.from_bytes(pair, "big")
    return "".join(_LETTERS[number // 45**place % 45] for place in range(len(pair) + 1))


def _decode(letters: str) -> bytes:
    number = sum(_LETTERS.index(letter) * 45**place for place, letter in enumerate(letters))
    return int(number).to_bytes(len(letters) - 1, "big")


def _none() -> NoRecordCode:
    return NoRecordCode(
        Message("this file"),
        Message("contains no game"),
        Message("choose a record file, or a sharp picture of a game’s QR code"),
    )
