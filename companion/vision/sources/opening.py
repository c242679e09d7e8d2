"""From what a person writes to a source."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from companion.locale import Message
from companion.vision.sources.address import UnknownStream
from companion.vision.sources.addresses import HTTP, NoAddress, cleaned, has_login, is_address, parsed, shown
from companion.vision.sources.camera import Camera
from companion.vision.sources.cameras import cameras, named
from companion.vision.sources.files import VIDEOS, PictureFolder, VideoFile
from companion.vision.sources.frame import CaptureFormat, FrameSource, SourceError
from companion.vision.sources.refusals import no_address
from companion.vision.sources.stream import FilmStream
from companion.vision.sources.trusted import Trusts


class Openable(FrameSource, Protocol):
    """A source that can be tried before the first frame."""

    def open(self) -> None: ...


def open_source(
    text: str, asked: CaptureFormat | None = None, paced: bool = True, trusts: Trusts = lambda machine: None
) -> FrameSource:
    """Return the source that a text names, opened; the arguments are those of :func:`source_named`.

    Raises:
        SourceError: The text names no source, or it gives no pictures now.
    """
    source = source_named(text, asked, paced, trusts)
    source.open()
    return source


def source_named(
    text: str, asked: CaptureFormat | None = None, paced: bool = True, trusts: Trusts = lambda machine: None
) -> Openable:
    """Return the source that a text names, not opened yet: for one that may only come later.

    Args:
        text: A camera's number or name, an address, a video file, a folder of pictures.
        asked: The wished size and rate.
        paced: Whether films and folders play in real time, not frame by frame.
        trusts: The certificates of cameras that are trusted.

    Raises:
        SourceError: The text can name no source.
    """
    asked = asked or CaptureFormat()
    if is_address(text):
        return _at_address(text, asked, trusts)
    if cleaned(text).isdigit():
        return Camera(cleaned(text), asked)
    path = Path(text)
    if path.is_dir():
        return PictureFolder(path, paced)
    # A login without http:// before it is no file that is missing: its name would be printed.
    if path.is_file() or (path.suffix.lower() in VIDEOS and shown(text) == cleaned(text)):
        return VideoFile(path, paced)
    known = cameras()
    by_name = not (path.suffix or path.parent != Path() or has_login(text))
    if named(text, known) is not None or by_name:
        return Camera(text, asked)
    raise SourceError(
        shown(text) or "the source",
        Message("names no camera, address, video file or folder"),
        Message("give a camera's number (0) or name, http://…, a video file or a folder of pictures"),
    )


def _at_address(text: str, asked: CaptureFormat, trusts: Trusts) -> Openable:
    try:
        address = parsed(text)
    except NoAddress as error:
        raise no_address(text, error) from error
    if address.scheme in HTTP:
        return UnknownStream(text, asked, trusts=trusts)
    return FilmStream(address)
