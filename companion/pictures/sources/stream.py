"""The streams of phones and network cameras."""

import socket
import threading
import time
from dataclasses import replace

from companion.locale import Message
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.loading import PicturePreview, TooManyPixels, UnreadablePicture, decode_preview
from companion.pictures.sandbox.film_reader import FilmReader
from companion.pictures.sandbox.protocol import DecodingRefused, LimitExceeded
from companion.pictures.sources.address import Address
from companion.pictures.sources.capture import CaptureSource
from companion.pictures.sources.connection_errors import ITS_ADDRESS, ConnectTimeout, NoStream, unreachable
from companion.pictures.sources.files import Damage
from companion.pictures.sources.frame import CaptureFormat, DamagedPictures, Frame, SourceError, picture_too_large
from companion.pictures.sources.http_response import HttpAnswer, HttpClient
from companion.pictures.sources.multipart import (
    AnswerKind,
    EndlessPart,
    JpegSplitter,
    MultipartSplitter,
    Splitter,
    boundary_of,
    detect_kind,
)

_CONNECTED = {"rtsp", "rtsps", "rtmp", "http", "https"}
"""Schemes whose machine can be connected to, to find out why a film does not come."""
_JPEG = b"\xff\xd8"
_WHOLE_AFTER = 60
"""Frames of a camera's film from one that stands alone to the next: about two seconds."""
_POLLS = 5.0
"""Single pictures requested a second at most: each is a connection of its own."""


class HttpPictures:
    """Pictures over HTTP: open at once, decoded only if they are used, and interruptible, unlike FFmpeg's.

    Args:
        client: The client of the camera.
        address: The address of the pictures.
        wanted_format: The wished size and rate.
    """

    def __init__(self, client: HttpClient, address: Address, wanted_format: CaptureFormat) -> None:
        self._client = client
        self._address = address
        self._asked = wanted_format
        self._limits = client.limits
        self._answer: HttpAnswer | None = None
        self._closed = threading.Event()
        self._number = 0
        self._due = 0.0
        self._damaged = False
        """Whether the latest picture was damaged."""

    def open(self) -> None:
        """Connect if there is no connection; raise :class:`SourceError`."""
        raise NotImplementedError

    def read(self) -> Frame | None:
        """Return the next frame; None after closing."""
        try:
            while not self._closed.is_set():
                self.open()
                if (frame := self._next_picture()) is not None:
                    return frame
        except (OSError, ValueError, SourceError) as error:
            # Whatever went wrong, the next read starts anew.
            self._let_go()
            if not self._closed.is_set():
                raise self._lost(error) from error
        finally:
            if self._closed.is_set():
                self._let_go()
        return None

    def close(self) -> None:
        """Close the stream, from any thread."""
        self._closed.set()
        if (answer := self._answer) is not None:
            answer.break_off()

    def _next_picture(self) -> Frame | None:
        """Return the next picture if it is there; raise what reading raises."""
        raise NotImplementedError

    def _numbered(self, picture: PicturePreview, now: float, rate: float) -> Frame:
        self._due = max(self._due + 1 / rate, now - 1 / rate)
        frame = Frame(picture, now, self._number, is_live=True)
        self._number += 1
        return frame

    def _expect(self, answer: HttpAnswer) -> None:
        """Set the deadline for the camera's next readable picture."""
        answer.connection.until = max(time.monotonic(), self._due) + self._limits.picture_seconds

    def _decode_preview(self, picture: bytes) -> PicturePreview | None:
        """Return the picture; None if it is damaged, as one in a thousand over the air is."""
        thing = str(self._address)
        try:
            preview = decode_preview(picture, thing, self._limits.frame_pixels)
            self._damaged = False
            return preview
        except TooManyPixels as error:
            raise picture_too_large(thing, error.width, error.height, self._limits) from error
        except UnreadablePicture:
            self._damaged = picture.startswith(_JPEG)
            return None

    def _lost(self, error: Exception) -> SourceError:
        if self._damaged and isinstance(error, TimeoutError | NoStream):
            return DamagedPictures(str(self._address), ITS_ADDRESS)
        if isinstance(error, SourceError):
            return error
        if isinstance(error, EndlessPart):
            return SourceError(str(self._address), Message("endless response without pictures"), ITS_ADDRESS)
        return unreachable(self._address, error)

    def _let_go(self) -> None:
        if self._answer is not None:
            self._answer.close()
        self._answer = None


class JpegStream(HttpPictures):
    """JPEG pictures in one endless answer, as parts of it or one after the other."""

    def __init__(self, client: HttpClient, address: Address, wanted_format: CaptureFormat) -> None:
        super().__init__(client, address, wanted_format)
        self._splitter: Splitter = JpegSplitter()

    def open(self) -> None:
        """Connect if there is no connection; :class:`SourceError` is raised if that fails."""
        if self._answer is not None:
            return
        answer = self._client.request(self._address)
        try:
            kind = detect_kind(answer)
            if kind not in (AnswerKind.PARTS, AnswerKind.JPEGS):
                raise NoStream(self._address, answer.kind)
        except BaseException:
            answer.close()
            raise
        in_parts = kind is AnswerKind.PARTS
        self._splitter = (
            MultipartSplitter(boundary_of(answer.kind) or "", self._limits) if in_parts else JpegSplitter(self._limits)
        )
        self._expect(answer)
        self._answer = answer

    def _next_picture(self) -> Frame | None:
        answer = self._answer
        if answer is None:
            return None
        data = answer.more()
        if not data:
            raise ConnectionResetError("the other side ended it")
        pictures = self._splitter.feed(data)
        now = time.monotonic()
        if not pictures or now < self._due:
            return None
        picture = self._decode_preview(pictures[-1])
        if picture is None:
            return None
        frame = self._numbered(picture, now, self._asked.rate)
        self._expect(answer)
        return frame


class Snapshots(HttpPictures):
    """An address that answers with one picture: it is requested again and again."""

    def open(self) -> None:
        """Request the next picture if none is on its way; :class:`SourceError` is raised if that fails."""
        if self._answer is not None:
            return
        answer = self._client.request(self._address)
        self._expect(answer)
        self._answer = answer

    def _next_picture(self) -> Frame | None:
        answer = self._answer
        if answer is None:
            return None
        data = bytearray()
        while more := answer.more():
            data += more
            if len(data) > self._limits.part_bytes:
                raise EndlessPart
        self._let_go()
        now = time.monotonic()
        picture = self._decode_preview(bytes(data))
        if picture is None:
            raise NoStream(self._address, answer.kind)
        rate = min(self._asked.rate, _POLLS)
        frame = self._numbered(picture, now, rate)
        self._closed.wait(max(0.0, self._due - now))
        return frame


class FilmStream(CaptureSource[FilmReader]):
    """Any other stream that FFmpeg can read: RTSP, or a film over HTTP.

    Args:
        address: The address.
        limits: The input limits.
    """

    def __init__(self, address: Address, limits: InputLimits = INPUT_LIMITS) -> None:
        super().__init__(str(address), limits)
        self._address = address
        self._damage = Damage(_WHOLE_AFTER)

    def _start(self) -> FilmReader:
        try:
            return FilmReader(self._address.for_ffmpeg(), self._limits.still_seconds, self._limits)
        except (DecodingRefused, LimitExceeded) as error:
            raise self._lost(error) from error

    def _size(self, capture: FilmReader) -> tuple[int, int]:
        return capture.width, capture.height

    def _next(self, capture: FilmReader) -> Frame | None:
        try:
            while not self._closed.is_set():
                frame = replace(self._numbered(capture.next(), time.monotonic()), is_live=True)
                if not self._damage.is_in(capture, frame):
                    return frame
                self._damage.report(self._name, ITS_ADDRESS)
            return None
        except (DecodingRefused, LimitExceeded) as error:
            raise self._lost(error) from error

    def _lost(self, error: DecodingRefused | LimitExceeded) -> SourceError:
        if isinstance(error, LimitExceeded):
            return SourceError(self._name, error.reason, ITS_ADDRESS)
        if error.kind == "large":
            return picture_too_large(self._name, *error.size, self._limits)
        return unreachable(self._address, self._why_silent())

    def _why_silent(self) -> Exception | None:
        """Return why no connection can be made; None if one can, or if that is unknown. FFmpeg does not report it."""
        still = self._limits.still_seconds
        if self._address.scheme in _CONNECTED and self._address.connects_to:
            try:
                socket.create_connection((self._address.host, self._address.connects_to), still).close()
            except TimeoutError:
                return ConnectTimeout()
            except (OSError, ValueError) as error:
                return error
        return None
