"""An address typed by a person: what answers there tells which kind of stream it is, or where the stream is."""

from __future__ import annotations

import threading
import time
from urllib.parse import urljoin, urlsplit, urlunsplit

from companion.locale import Message
from companion.vision.intake import INTAKE, Intake
from companion.vision.sources.answering import Refused, answered, without_password
from companion.vision.sources.frame import CaptureFormat, Frame, SourceError
from companion.vision.sources.multipart import boundary_of
from companion.vision.sources.stream import FilmStream, JpegStream, NoStream

USUAL_PATHS = (
    "/video",  # IP Webcam, DroidCam, IP Camera Lite
    "/mjpegfeed",  # DroidCam of before, at its port 4747
    "/?action=stream",  # mjpg-streamer
    "/stream",  # boards with a camera
    "/mjpeg",
    "/live",
    "/videofeed",  # IP Webcam of before
    "/stream.mjpg",
    "/video.mjpg",
    "/mjpg/video.mjpg",
)
"""Where the camera apps of phones send their stream, the commonest first."""

_NEEDS_A_PASSWORD = 401


class UnknownStream:
    """An address of which only the answer will tell what it is; that is asked at the first opening.

    A camera app shows the address of its page. Where that is answered by anything but a stream, the stream is looked
    for at the usual paths.
    """

    def __init__(self, url: str, asked: CaptureFormat, intake: Intake = INTAKE) -> None:
        without_password(url)  # raises for what is no address, and never will be one
        self._url = url
        self._intake = intake
        self._asked = asked
        self._source: JpegStream | FilmStream | None = None
        self._closed = threading.Event()

    def open(self) -> None:
        """Raises :class:`SourceError` where nothing answers, or no stream was found."""
        self._known().open()

    def read(self) -> Frame | None:
        return None if self._closed.is_set() else self._known().read()

    def close(self) -> None:
        self._closed.set()
        if self._source is not None:
            self._source.close()

    def _known(self) -> JpegStream | FilmStream:
        if self._source is None:
            self._source = self._found()
        return self._source

    def _found(self) -> JpegStream | FilmStream:
        try:
            kind = self._kind(self._url)
            if boundary_of(kind) is not None:
                return JpegStream(self._url, self._asked, self._intake)
            if kind.startswith(("video/", "application/")):
                return FilmStream(self._url, self._intake)
            raise NoStream(self._url, kind)
        except (NoStream, Refused) as page:
            if not _is_bare(self._url) or (isinstance(page, Refused) and page.status == _NEEDS_A_PASSWORD):
                raise
            return self._beside(page)

    def _beside(self, page: NoStream | Refused) -> JpegStream:
        """The stream at one of the usual paths; where there is none, what was tried is named."""
        tried = []
        ends = time.monotonic() + self._intake.search_seconds
        for path in USUAL_PATHS:
            if self._closed.is_set() or time.monotonic() > ends:
                break
            url = _with_path(self._url, path)
            tried.append(path)
            try:
                # A page that answers every path with itself is no film: only what says so is a stream.
                if boundary_of(self._kind(url)) is not None:
                    return JpegStream(url, self._asked, self._intake)
            except Refused as refused:
                if refused.status == _NEEDS_A_PASSWORD:
                    raise
            except SourceError:
                continue
        raise SourceError(
            page.thing,
            Message("{answer}, and no stream is at {paths} either", {"answer": page.reason, "paths": ", ".join(tried)}),
            Message("give the address of the stream itself, as the phone's camera app shows it"),
        ) from page

    def _kind(self, url: str) -> str:
        with answered(url, self._intake) as answer:
            return answer.kind


def _is_bare(url: str) -> bool:
    """Whether it names a machine and no more."""
    parts = urlsplit(url)
    return parts.path in ("", "/") and not parts.query


def _with_path(url: str, path: str) -> str:
    return urljoin(urlunsplit(urlsplit(url)._replace(path="/", fragment="")), path)
