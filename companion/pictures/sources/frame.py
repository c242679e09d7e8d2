"""A frame, and the protocol of all sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import InputLimits
from companion.pictures.loading import PicturePreview

_UNSENT, _UNSENT_GREY = (0.0, 135.0, 0.0), (79.0,)
"""What zeros in YUV become in BGR, and in grey."""
_UNSENT_NOISE = 12.0
"""How far compression and noise take pixels from a colour, of 255."""


class SourceError(CompanionError):
    """Raise if a source has no pictures now; it may have them again a moment later."""


class DamagedPictures(SourceError):
    """Raise if a source has only damaged pictures now. The next one may be whole."""

    def __init__(self, source: str, next_step: Message) -> None:
        super().__init__(source, Message("damaged: part of the picture is wrong"), next_step)


def picture_too_large(source: str, width: int, height: int, limits: InputLimits) -> SourceError:
    """Return the error for a source whose pictures exceed the input limits."""
    most = limits.frame_pixels // 1_000_000
    return SourceError(
        source,
        Message("pictures too large ({width} × {height} pixels)", {"width": width, "height": height}),
        Message("choose a resolution of at most {megapixels} megapixels", {"megapixels": most}),
    )


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source.

    Attributes:
        picture: BGR pixels (height × width × 3), or a preview that is decoded wholly on demand.
        at: When it was taken, in seconds from any origin: only differences count.
        number: Counts from 0.
        is_live: Whether a camera takes the pictures now; a film or folder may show one for long.
    """

    picture: Picture | PicturePreview
    at: float
    number: int
    is_live: bool = False

    @cached_property
    def pixels(self) -> Picture:
        """The whole picture: BGR pixels (height × width × 3)."""
        return self.picture.decode() if isinstance(self.picture, PicturePreview) else self.picture

    @cached_property
    def half(self) -> Picture:
        """Grey pixels at half the size, enough to follow a table and to check the focus."""
        return self.picture.half if isinstance(self.picture, PicturePreview) else to_half(self.picture)

    @cached_property
    def is_whole(self) -> bool:
        """Whether the first and last rows were sent: decoders leave zeros in YUV, a green, where they are missing."""
        rows = max(1, self.half.shape[0] // 20)
        ends = (slice(rows), slice(-rows, None))
        if all(_distance(self.half[end], _UNSENT_GREY) > _UNSENT_NOISE for end in ends):
            return True
        whole = rows * self.size[1] // self.half.shape[0]
        ends = (slice(whole), slice(-whole, None))
        return all(_distance(self.pixels[end], _UNSENT) > _UNSENT_NOISE for end in ends)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture, pixels."""
        if isinstance(self.picture, PicturePreview):
            return self.picture.width, self.picture.height
        return self.picture.shape[1], self.picture.shape[0]


def _distance(pixels: Picture, colour: Sequence[float]) -> float:
    """Return the root mean square distance of pixels from a colour, of 255."""
    return float(np.sqrt(np.mean(np.square(pixels.astype(np.float32) - np.asarray(colour, np.float32)))))


def to_half(pixels: Picture) -> Picture:
    """Return a BGR picture at half the size in grey."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    size = (grey.shape[1] // 2, grey.shape[0] // 2)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, slots=True)
class CaptureFormat:
    """The wished format of a source: pixels and frames a second. It delivers what it can.

    1920 × 1080 in JPEG is the most that usual webcams deliver through USB 2; dice are read from all of it.
    """

    width: int = 1920
    height: int = 1080
    rate: float = 15.0


class FrameSource(Protocol):
    """Anything that returns frames one after the other."""

    def read(self) -> Frame | None:
        """Return the next frame; None at the end or after :meth:`close`.

        A lost source is opened again. If there is no frame now, :class:`SourceError` is raised.
        """

    def close(self) -> None:
        """Close the source, also from another thread while one waits in :meth:`read`."""
