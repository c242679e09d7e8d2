"""Loading pictures that people hand in, and saying plainly what is wrong with those that are none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import imagesize
import numpy as np

from companion.errors import CompanionError
from companion.locale import Message
from companion.vision.cardframe import Bytes
from companion.vision.silence import silence

MOST_PIXELS = 120_000_000
"""Larger pictures are refused before they are decoded: more than any phone's, less than a machine's memory."""
FEWEST_PIXELS = 64
"""A side shorter than this shows no table."""

_SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", b"BM", b"II*\x00", b"MM\x00*")


class UnreadablePicture(CompanionError):
    """A file that gives no picture to look at."""


@dataclass(frozen=True)
class Picture:
    """A picture as a viewer shows it, after its EXIF orientation: BGR pixels (height, width, 3)."""

    path: str
    pixels: Bytes

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


def load(path: Path) -> Picture:
    """The picture in a file; :class:`UnreadablePicture` says why there is none."""
    data = _bytes(path)
    if not data.startswith(_SIGNATURES):
        raise _refusal(
            path, Message("is not a picture that can be read"), Message("give a JPEG, PNG, WebP, TIFF or BMP")
        )
    width, height = imagesize.get(str(path)) if not data.startswith(b"BM") else _bitmap_size(data)
    if width < 1 or height < 1:
        raise _refusal(path, Message("is damaged: its size cannot be read"), Message("take or copy the photo again"))
    if width * height > MOST_PIXELS:
        raise _refusal(
            path,
            Message("is too large ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("scale it down to at most 120 megapixels"),
        )
    if min(width, height) < FEWEST_PIXELS:
        raise _refusal(
            path,
            Message("is too small to show a table ({width} × {height} pixels)", {"width": width, "height": height}),
            Message("give a photo of at least 640 × 480 pixels"),
        )
    if not _complete(data):
        raise _refusal(path, Message("is cut off in the middle"), Message("take or copy the photo again"))
    silence()  # OpenCV would print its own lines about a damaged file.
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise _refusal(path, Message("is damaged and cannot be decoded"), Message("take or copy the photo again"))
    return Picture(str(path), np.asarray(pixels, np.uint8))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise _refusal(path, Message("there is no such file"), Message("check the name")) from None
    except OSError as error:
        why = Message("cannot be read ({why})", {"why": error.strerror or str(error)})
        raise _refusal(path, why, Message("check the file and its permissions")) from error


def _refusal(path: Path, reason: Message, next_step: Message) -> UnreadablePicture:
    return UnreadablePicture(str(path), reason, next_step)


def _bitmap_size(data: bytes) -> tuple[int, int]:
    if len(data) < 26:
        return 0, 0
    return int.from_bytes(data[18:22], "little", signed=True), abs(int.from_bytes(data[22:26], "little", signed=True))


def _complete(data: bytes) -> bool:
    """Whether a JPEG or PNG goes on to its end; decoders fill the rest with grey and say nothing."""
    if data.startswith(b"\x89PNG"):
        return b"IEND" in data[-64:]
    if not data.startswith(b"\xff\xd8"):
        return True
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xDA:
            # Within a scan no 0xFF stands before 0xD9, so the next one ends the picture.
            return data.find(b"\xff\xd9", at) >= 0
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False
