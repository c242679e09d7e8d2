"""From what a person writes to a source."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from companion.locale import Message
from companion.vision.sources.address import UnknownStream
from companion.vision.sources.addresses import shown
from companion.vision.sources.camera import Camera
from companion.vision.sources.cameras import cameras, named
from companion.vision.sources.files import VIDEOS, PictureFolder, VideoFile
from companion.vision.sources.frame import CaptureFormat, FrameSource, SourceError
from companion.vision.sources.stream import FilmStream

_ADDRESSES = ("http://", "https://")
_FILMS = ("rtsp://", "rtsps://", "rtmp://", "udp://", "tcp://")


class Openable(FrameSource, Protocol):
    """A source that can be tried before the first frame."""

    def open(self) -> None: ...


def open_source(text: str, asked: CaptureFormat | None = None, paced: bool = True) -> FrameSource:
    """The source that a text names, opened: a camera's number or name, an address, a video file, a folder of pictures.

    Films and folders play in real time where ``paced``, else frame by frame. Raises :class:`SourceError` with what is
    wrong and what to do where it gives no pictures now.
    """
    source = source_named(text, asked, paced)
    source.open()
    return source


def source_named(text: str, asked: CaptureFormat | None = None, paced: bool = True) -> Openable:
    """The same, not opened yet: for one that may only come later. Raises :class:`SourceError` for a text that can
    name none."""
    asked = asked or CaptureFormat()
    if text.lower().startswith(_ADDRESSES):
        return UnknownStream(text, asked)
    if text.lower().startswith(_FILMS):
        return FilmStream(text)
    if text.isdigit():
        return Camera(text, asked)
    path = Path(text)
    if path.is_dir():
        return PictureFolder(path, paced)
    if path.suffix.lower() in VIDEOS or path.is_file():
        return VideoFile(path, paced)
    known = cameras()
    if named(text, known) is not None or not (path.suffix or path.parent != Path()):
        return Camera(text, asked)
    raise SourceError(
        shown(text) or "the source",
        Message("names no camera, address, video file or folder"),
        Message("give a camera's number (0) or name, http://…, a video file or a folder of pictures"),
    )
