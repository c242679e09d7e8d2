"""Find the stream at an address that a person typed, by what answers there."""

import contextlib
import threading
import time
from collections.abc import Iterator

from companion.locale import Message
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.sources.address import Address
from companion.pictures.sources.connection_errors import NoStream, RequestRefused, unreachable
from companion.pictures.sources.frame import CaptureFormat, Frame, SourceError
from companion.pictures.sources.http_response import HttpClient, parse_http_address
from companion.pictures.sources.multipart import AnswerKind, detect_kind
from companion.pictures.sources.stream import FilmStream, JpegStream, Snapshots
from companion.pictures.sources.trusted_cameras import FingerprintLookup, UntrustedCertificate

USUAL_PATHS = (
    "/video",  # IP Webcam, DroidCam, IP Camera Lite
    "/mjpegfeed",  # DroidCam of before, at its port 4747
    "/?action=stream",  # mjpg-streamer
    "/stream",  # boards with a camera
    "/mjpeg",
    "/live",
    "/videofeed",  # IP Webcam of before
    "/stream.mjpg",
    "/stream.mjpeg",
    "/video.mjpg",
    "/mjpg/video.mjpg",
    "/shot.jpg",  # from here on single pictures; IP Webcam
    "/snapshot.jpg",
    "/image.jpg",
    "/jpg/image.jpg",  # Axis
    "/capture",  # boards with a camera
)
"""Paths of the camera apps' streams, the commonest first, then of single pictures."""
_BOARD = (81, "/stream")
"""Port and path of the stream of boards with a camera (ESP32-CAM), whose page is at port 80."""

_NEEDS_A_PASSWORD = 401
_PAGE = 2_000
"""Bytes of a page that are searched for why it is not the stream."""

HttpSource = JpegStream | Snapshots | FilmStream


class DiscoveredStream:
    """A stream that is found at the first opening.

    A camera app shows the address of its page. If that answers without pictures, the usual paths are tried.

    Args:
        url: The address; :class:`SourceError` is raised if it is none.
        wanted_format: The wished size and rate.
        limits: The input limits.
        trusts: The certificates that are trusted.
    """

    def __init__(
        self,
        url: str,
        wanted_format: CaptureFormat,
        limits: InputLimits = INPUT_LIMITS,
        trusts: FingerprintLookup = lambda machine: None,
    ) -> None:
        self._address = parse_http_address(url)
        self._client = HttpClient(self._address, limits, trusts)
        self._limits = limits
        self._asked = wanted_format
        self._source: HttpSource | None = None
        self._closed = threading.Event()
        self.untrusted: UntrustedCertificate | None = None
        """The certificate that made the last attempt fail."""

    def open(self) -> None:
        """Connect; :class:`SourceError` is raised if nothing answers, or no pictures are found."""
        with self._attempt():
            self._source_or_found().open()

    def read(self) -> Frame | None:
        """Return the next frame; None after closing."""
        if self._closed.is_set():
            return None
        with self._attempt():
            return self._source_or_found().read()

    def close(self) -> None:
        """Close the stream, from any thread."""
        self._closed.set()
        if self._source is not None:
            self._source.close()

    @contextlib.contextmanager
    def _attempt(self) -> Iterator[None]:
        """Keep the certificate of the last attempt until this one has ended: the player may trust it at any time."""
        untrusted = None
        try:
            yield
        except UntrustedCertificate as error:
            untrusted = error
            raise
        finally:
            self.untrusted = untrusted

    def _source_or_found(self) -> HttpSource:
        if self._source is None:
            self._source = self._find()
        return self._source

    def _find(self) -> HttpSource:
        try:
            return self._at(self._address, films=True)
        except (NoStream, RequestRefused) as page:
            if not self._address.bare or (isinstance(page, RequestRefused) and page.status == _NEEDS_A_PASSWORD):
                raise
            return self._search(page)

    def _search(self, page: NoStream | RequestRefused) -> HttpSource:
        """Return the pictures at one of the usual places; without any, the error names what was tried."""
        tried = []
        ends = time.monotonic() + self._limits.search_seconds
        for address, name in self._usual_places():
            if self._closed.is_set() or time.monotonic() > ends:
                break
            tried.append(name)
            try:
                # A page that answers every path with itself is no film: only pictures are a stream.
                return self._at(address, films=False)
            except RequestRefused as refused:
                if refused.status == _NEEDS_A_PASSWORD:
                    raise
            except SourceError:
                continue
        raise SourceError(
            page.thing,
            Message("{answer}; no stream at {paths} either", {"answer": page.reason, "paths": ", ".join(tried)}),
            Message("use the address of the stream itself, as shown in the phone's camera app"),
        ) from page

    def _usual_places(self) -> list[tuple[Address, str]]:
        """Return the places to try, each with its name in messages."""
        places = [(self._address.at(path), path) for path in USUAL_PATHS]
        if self._address.scheme == "http" and self._address.connects_to == 80:
            port, path = _BOARD
            places.append((self._address.at(path, port), f":{port}{path}"))
        return places

    def _at(self, address: Address, films: bool) -> HttpSource:
        """Return the pictures at an address; raise :class:`NoStream` if there are none."""
        with self._client.request(address) as answer:
            try:
                kind = detect_kind(answer)
                page = answer.begins(_PAGE) if kind is AnswerKind.OTHER else b""
            except OSError as error:
                raise unreachable(address, error) from error
            if kind is AnswerKind.OTHER or (kind is AnswerKind.FILM and not films):
                raise NoStream(address, answer.kind, page)
        if kind is AnswerKind.FILM:
            return FilmStream(address, self._limits)
        pictures = Snapshots if kind is AnswerKind.PICTURE else JpegStream
        return pictures(self._client, address, self._asked)
