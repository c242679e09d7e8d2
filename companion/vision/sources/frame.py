"""One picture of a source, and what every source can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.errors import CompanionError
from companion.locale import Message
from companion.vision.cardframe import Bytes
from companion.vision.intake import Intake


class SourceError(CompanionError):
    """A source that gives no pictures now. The same source may give them again a moment later."""


def too_large(source: str, width: int, height: int, intake: Intake) -> SourceError:
    """What is said of a source whose pictures have more pixels than can be taken in."""
    most = intake.frame_pixels // 1_000_000
    return SourceError(
        source,
        Message("gives pictures that are too large ({width} × {height} pixels)", {"width": width, "height": height}),
        Message("choose smaller ones, of at most {megapixels} megapixels", {"megapixels": most}),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: BGR pixels (height, width, 3), when it was taken in seconds, and its number, from 0.

    ``at`` counts from any beginning, of the machine or of the film; only differences mean something.
    """

    pixels: Bytes
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class CaptureFormat:
    """What a source is asked for: pixels, and pictures a second. It gives what it can."""

    width: int = 1280
    height: int = 720
    rate: float = 15.0


class FrameSource(Protocol):
    """Anything that gives frames one after the other.

    ``read`` opens the source where it is not open (so a lost one comes back by being asked again), waits for a
    frame, and gives None once there will be no more; it raises :class:`SourceError` where there is none now.
    ``close`` may be called from another thread while one waits in ``read``; after it ``read`` gives None.
    """

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...
