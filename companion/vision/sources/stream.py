"""A phone's or network camera's stream by its address."""

from __future__ import annotations

import base64
import contextlib
import http.client
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPResponse

import cv2
import numpy as np

from companion.locale import Message
from companion.vision.cardframe import Bytes
from companion.vision.sources.captured import Captured
from companion.vision.sources.frame import Frame, SourceError, Wish
from companion.vision.sources.multipart import Parts, boundary_of

PATIENCE = 2.0
"""Seconds that a stream may stand still before it counts as lost."""


class NoStream(SourceError):
    """Something answers, but with no stream."""

    def __init__(self, url: str, kind: str) -> None:
        super().__init__(
            _without_password(url),
            Message("is no stream of pictures ({kind})", {"kind": kind or "?"}),
            Message("give the address of the stream itself, often http://…:8080/video"),
        )


class Refused(SourceError):
    """Something answers, but only with an error's ``status``."""

    def __init__(self, url: str, status: int, why: str) -> None:
        super().__init__(
            _without_password(url),
            Message("answers {status} ({why})", {"status": status, "why": why}),
            Message("check the address, the name and the password"),
        )
        self.status = status


class JpegStream:
    """JPEG pictures in one endless http answer. Own code and not FFmpeg's: it is open at once, decodes only the frames
    that are asked for, and can be closed while it waits."""

    def __init__(self, url: str, wish: Wish) -> None:
        self._url = url
        self._wish = wish
        self._answer: HTTPResponse | None = None
        self._socket: socket.socket | None = None
        self._parts = Parts("")
        self._closed = threading.Event()
        self._number = 0
        self._due = 0.0

    def open(self) -> None:
        """Connects where it is not connected; raises :class:`SourceError`."""
        if self._answer is None:
            self._answer = answered(self._url)
            self._socket = _socket_of(self._answer)
            kind = self._answer.headers.get("Content-Type", "")
            boundary = boundary_of(kind)
            if boundary is None:
                self._let_go()
                raise NoStream(self._url, kind)
            self._parts = Parts(boundary)

    def read(self) -> Frame | None:
        try:
            if not self._closed.is_set():
                self.open()
            while not self._closed.is_set():
                if (frame := self._received()) is not None:
                    return frame
        except (OSError, ValueError, http.client.HTTPException) as error:
            if not self._closed.is_set():
                raise _lost(self._url, error) from error
        finally:
            # Whatever went wrong, the next read starts anew.
            if self._closed.is_set():
                self._let_go()
        return None

    def close(self) -> None:
        self._closed.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _received(self) -> Frame | None:
        answer = self._answer
        if answer is None:
            return None
        try:
            data = answer.read1(1 << 18)
            if not data:
                raise ConnectionResetError("the other side ended it")
            pictures = self._parts.fed(data)
        except (OSError, ValueError, http.client.HTTPException):
            self._let_go()
            raise
        now = time.monotonic()
        if not pictures or now < self._due:
            return None
        pixels = decoded(pictures[-1])
        if pixels is None:
            return None
        self._due = max(self._due + 1 / self._wish.rate, now - 1 / self._wish.rate)
        frame = Frame(pixels, now, self._number)
        self._number += 1
        return frame

    def _let_go(self) -> None:
        if self._answer is not None:
            self._answer.close()
        self._answer = self._socket = None


class FilmStream(Captured):
    """Any other stream that FFmpeg knows: RTSP, or a film over http."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url

    def _start(self) -> cv2.VideoCapture:
        milliseconds = round(1000 * PATIENCE)
        timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, milliseconds, cv2.CAP_PROP_READ_TIMEOUT_MSEC, milliseconds]
        capture = cv2.VideoCapture(self._url, cv2.CAP_FFMPEG, timeouts)
        if not capture.isOpened():
            raise _lost(self._url, None)
        return capture

    def _next(self, capture: cv2.VideoCapture) -> Frame | None:
        good, pixels = capture.read()
        if not good or pixels is None:
            raise _lost(self._url, None)
        return self._numbered(np.asarray(pixels, np.uint8), time.monotonic())


def answered(url: str) -> HTTPResponse:
    """The answer of an address, with the name and password in it if there are any; raises :class:`SourceError`."""
    parts, bare = urllib.parse.urlsplit(url), _without_password(url)
    try:
        request = urllib.request.Request(bare)
        if parts.username is not None:
            secret = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
            request.add_header("Authorization", "Basic " + base64.b64encode(secret.encode()).decode())
        # A phone stands in the same room: no proxy is between.
        answer = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=PATIENCE)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise _lost(bare, error) from error
    if not isinstance(answer, HTTPResponse):
        raise NoStream(bare, "")
    return answer


def _without_password(url: str) -> str:
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def decoded(jpeg: bytes) -> Bytes | None:
    """BGR pixels of a picture; None where it is damaged, as one in a thousand over the air is."""
    if not jpeg:
        return None
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if pixels is None else np.asarray(pixels, np.uint8)


def _socket_of(answer: HTTPResponse) -> socket.socket | None:
    """The connection itself, to be shut down from another thread; http.client does not give it away otherwise."""
    raw = getattr(answer.fp, "raw", None)
    found = getattr(raw, "_sock", None)
    return found if isinstance(found, socket.socket) else None


def _lost(url: str, error: Exception | None) -> SourceError:
    if isinstance(error, urllib.error.HTTPError):
        return Refused(url, error.code, error.reason)
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError) or cause is None:
        reason = Message("sends no pictures")
    else:
        reason = Message("cannot be reached ({why})", {"why": str(cause) or type(cause).__name__})
    return SourceError(
        url, reason, Message("check that the phone's camera app runs, and that both are in the same network")
    )
