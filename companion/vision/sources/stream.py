"""A phone's or network camera's stream by its address."""

from __future__ import annotations

import http.client
import threading
import time

from companion.locale import Message
from companion.vision.apart.process import Overdrawn, Undecodable
from companion.vision.apart.reading import ReadFilm
from companion.vision.intake import INTAKE, Intake
from companion.vision.pictures import Glimpse, TooManyPixels, UnreadablePicture, glimpsed
from companion.vision.sources.addresses import shown
from companion.vision.sources.answering import Answer, answered, unreachable, without_password
from companion.vision.sources.captured import Captured
from companion.vision.sources.frame import CaptureFormat, Frame, SourceError, too_large
from companion.vision.sources.multipart import EndlessPart, Parts, boundary_of

_ITS_ADDRESS = Message("give the address of the stream itself, often http://…:8080/video")


class NoStream(SourceError):
    """Something answers, but with no stream."""

    def __init__(self, url: str, kind: str) -> None:
        super().__init__(
            without_password(url), Message("is no stream of pictures ({kind})", {"kind": kind or "?"}), _ITS_ADDRESS
        )


class JpegStream:
    """JPEG pictures in one endless http answer. Own code and not FFmpeg's: it is open at once, decodes only the frames
    that are asked for, and can be closed while it waits."""

    def __init__(self, url: str, asked: CaptureFormat, intake: Intake = INTAKE) -> None:
        self._url = url
        self._bare = without_password(url)
        self._asked = asked
        self._intake = intake
        self._answer: Answer | None = None
        self._parts = Parts("")
        self._closed = threading.Event()
        self._number = 0
        self._due = 0.0

    def open(self) -> None:
        """Connects where it is not connected; raises :class:`SourceError`."""
        if self._answer is None:
            answer = answered(self._url, self._intake)
            boundary = boundary_of(answer.kind)
            if boundary is None:
                answer.close()
                raise NoStream(self._bare, answer.kind)
            self._parts = Parts(boundary, self._intake)
            self._expect(answer)
            self._answer = answer

    def read(self) -> Frame | None:
        try:
            while not self._closed.is_set():
                self.open()
                if (frame := self._received()) is not None:
                    return frame
        except (OSError, ValueError, http.client.HTTPException, SourceError) as error:
            # Whatever went wrong, the next read starts anew.
            self._let_go()
            if not self._closed.is_set():
                raise self._lost(error) from error
        finally:
            if self._closed.is_set():
                self._let_go()
        return None

    def close(self) -> None:
        self._closed.set()
        if (answer := self._answer) is not None:
            answer.line.break_off()

    def _received(self) -> Frame | None:
        answer = self._answer
        if answer is None:
            return None
        data = answer.more()
        if not data:
            raise ConnectionResetError("the other side ended it")
        pictures = self._parts.fed(data)
        now = time.monotonic()
        if not pictures or now < self._due:
            return None
        picture = self._glimpsed(pictures[-1])
        if picture is None:
            return None
        self._due = max(self._due + 1 / self._asked.rate, now - 1 / self._asked.rate)
        self._expect(answer)
        frame = Frame(picture, now, self._number)
        self._number += 1
        return frame

    def _expect(self, answer: Answer) -> None:
        """Gives the stream its time until the next picture that can be read."""
        answer.line.until = max(time.monotonic(), self._due) + self._intake.picture_seconds

    def _glimpsed(self, picture: bytes) -> Glimpse | None:
        """None where it is damaged, as one in a thousand over the air is."""
        try:
            return glimpsed(picture, self._bare, self._intake.frame_pixels)
        except TooManyPixels as error:
            raise too_large(self._bare, error.width, error.height, self._intake) from error
        except UnreadablePicture:
            return None

    def _lost(self, error: Exception) -> SourceError:
        if isinstance(error, SourceError):
            return error
        if isinstance(error, EndlessPart):
            return SourceError(self._bare, Message("sends what has no end, and no pictures"), _ITS_ADDRESS)
        return unreachable(self._bare, error)

    def _let_go(self) -> None:
        if self._answer is not None:
            self._answer.close()
        self._answer = None


class FilmStream(Captured[ReadFilm]):
    """Any other stream that FFmpeg knows: RTSP, or a film over http."""

    def __init__(self, url: str, intake: Intake = INTAKE) -> None:
        super().__init__(shown(url), intake)
        self._url = url

    def _start(self) -> ReadFilm:
        try:
            return ReadFilm(self._url, self._intake.still_seconds, self._intake)
        except (Undecodable, Overdrawn) as error:
            raise self._lost(error) from error

    def _size(self, capture: ReadFilm) -> tuple[int, int]:
        return capture.width, capture.height

    def _next(self, capture: ReadFilm) -> Frame | None:
        try:
            return self._numbered(capture.next(), time.monotonic())
        except (Undecodable, Overdrawn) as error:
            raise self._lost(error) from error

    def _lost(self, error: Undecodable | Overdrawn) -> SourceError:
        if isinstance(error, Overdrawn):
            return SourceError(self._name, error.reason, _ITS_ADDRESS)
        if error.kind == "large":
            return too_large(self._name, *error.size, self._intake)
        return unreachable(self._name, None)
