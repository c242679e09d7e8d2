"""Open the source that a person names."""

from pathlib import Path
from typing import Protocol

from companion.locale import Message
from companion.pictures.sources.address import (
    HTTP_PORTS,
    NoAddress,
    clean_text,
    has_login,
    is_address,
    parse_address,
    redact_address,
)
from companion.pictures.sources.camera import Camera
from companion.pictures.sources.cameras import find_camera, list_cameras
from companion.pictures.sources.connection_errors import no_address
from companion.pictures.sources.files import VIDEO_SUFFIXES, PictureFolder, VideoFile
from companion.pictures.sources.frame import CaptureFormat, FrameSource, SourceError
from companion.pictures.sources.trusted_cameras import FingerprintLookup


class OpenableSource(FrameSource, Protocol):
    """A source that can be opened before the first frame."""

    def open(self) -> None:
        """Open the source; raise :class:`SourceError` if that fails."""


def open_source(
    text: str,
    wanted_format: CaptureFormat | None = None,
    paced: bool = True,
    trusts: FingerprintLookup = lambda machine: None,
) -> FrameSource:
    """Open the source that a text names; :class:`SourceError` is raised if that fails. See :func:`parse_source`."""
    source = parse_source(text, wanted_format, paced, trusts)
    source.open()
    return source


def parse_source(
    text: str,
    wanted_format: CaptureFormat | None = None,
    paced: bool = True,
    trusts: FingerprintLookup = lambda machine: None,
) -> OpenableSource:
    """Return the source that a text names without opening it.

    An invalid address raises :class:`SourceError`, too.

    Args:
        text: A camera's number or name, an address, a video file, a folder of pictures.
        wanted_format: The wished size and rate.
        paced: Whether films and folders play in real time.
        trusts: The certificates of cameras that are trusted.

    Raises:
        SourceError: The text can name no source.
    """
    wanted_format = wanted_format or CaptureFormat()
    if is_address(text):
        return _at_address(text, wanted_format, trusts)
    if clean_text(text).isdigit():
        return Camera(clean_text(text), wanted_format)
    path = Path(text)
    if path.is_dir():
        return PictureFolder(path, paced)
    # A login without http:// before it is no file that is missing: its name would be printed.
    if path.is_file() or (path.suffix.lower() in VIDEO_SUFFIXES and redact_address(text) == clean_text(text)):
        return VideoFile(path, paced)
    known = list_cameras()
    by_name = not (path.suffix or path.parent != Path() or has_login(text))
    if find_camera(text, known) is not None or by_name:
        return Camera(text, wanted_format)
    raise SourceError(
        redact_address(text) or "the source",
        Message("not a camera, address, video file or folder"),
        Message("use a camera's number (0) or name, http://…, a video file or a folder of pictures"),
    )


def _at_address(text: str, wanted_format: CaptureFormat, trusts: FingerprintLookup) -> OpenableSource:
    # httpx takes a quarter of a second to import; only a camera with an address needs it.
    from companion.pictures.sources.stream import FilmStream
    from companion.pictures.sources.stream_discovery import DiscoveredStream

    try:
        address = parse_address(text)
    except NoAddress as error:
        raise no_address(text, error) from error
    if address.scheme in HTTP_PORTS:
        return DiscoveredStream(text, wanted_format, trusts=trusts)
    return FilmStream(address)
