"""One picture of a source, and what every source can do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.locale import Message
from companion.vision.arrays import Picture
from companion.vision.input_limits import InputLimits
from companion.vision.pictures import PicturePreview


class SourceError(CompanionError):
    """A source that gives no pictures now. The same source may give them again a moment later."""


def picture_too_large(source: str, width: int, height: int, intake: InputLimits) -> SourceError:
    """What is said of a source whose pictures have more pixels than can be taken in."""
    most = intake.frame_pixels // 1_000_000
    return SourceError(
        source,
        Message("gives pictures that are too large ({width} × {height} pixels)", {"width": width, "height": height}),
        Message("choose smaller ones, of at most {megapixels} megapixels", {"megapixels": most}),
    )


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture, when it was taken in seconds, and its number, from 0.

    The picture is BGR pixels (height, width, 3), or one that is decoded only once somebody wants all of it.
    ``at`` counts from any beginning, of the machine or of the film; only differences mean something.
    """

    picture: Picture | PicturePreview
    at: float
    number: int

    @cached_property
    def pixels(self) -> Picture:
        """All of it: BGR pixels (height, width, 3)."""
        return self.picture.decoded() if isinstance(self.picture, PicturePreview) else self.picture

    @cached_property
    def half(self) -> Picture:
        """Grey pixels at half the size: all that is needed to follow a table and to see whether it is in focus."""
        return self.picture.half if isinstance(self.picture, PicturePreview) else to_half(self.picture)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of all of it, pixels."""
        if isinstance(self.picture, PicturePreview):
            return self.picture.width, self.picture.height
        return self.picture.shape[1], self.picture.shape[0]


def to_half(pixels: Picture) -> Picture:
    """A picture in BGR at half the size, grey."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    size = (grey.shape[1] // 2, grey.shape[0] // 2)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, slots=True)
class CaptureFormat:
    """The format that a source is asked for: pixels, and frames a second. It gives what it can.

    1920 × 1080 in JPEG is the most that usual webcams give through USB 2: dice are read from all of it.
    """

    width: int = 1920
    height: int = 1080
    rate: float = 15.0


class FrameSource(Protocol):
    """Anything that gives frames one after the other.

    ``read`` opens the source where it is not open (so a lost one comes back by being asked again), waits for a
    frame, and gives None once there will be no more; it raises :class:`SourceError` where there is none now.
    ``close`` may be called from another thread while one waits in ``read``; after it ``read`` gives None.
    """

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...
