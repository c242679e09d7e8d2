"""The answer of an address: asked for once, read with patience that has an end."""

from __future__ import annotations

import base64
import contextlib
import http.client
import io
import socket
import ssl
import time
import urllib.parse
from http.client import HTTPResponse
from urllib.parse import SplitResult

from companion.locale import Message
from companion.vision.intake import INTAKE, Intake
from companion.vision.sources.addresses import NameNotFound, connected, shown
from companion.vision.sources.frame import SourceError

_ELSEWHERE = {301, 302, 303, 307, 308}


class Refused(SourceError):
    """Something answers, but only with an error's ``status``."""

    def __init__(self, url: str, status: int, why: str) -> None:
        super().__init__(
            url,
            Message("answers {status} ({why})", {"status": status, "why": why}),
            Message("check the address, the name and the password"),
        )
        self.status = status


class DeadlineStream(io.RawIOBase):
    """What comes through a connection: nothing after ``until``, a time of ``time.monotonic``, however it drips.

    Raises ``TimeoutError`` then, and where nothing comes for ``still`` seconds.
    """

    def __init__(self, connection: socket.socket, still: float, until: float) -> None:
        super().__init__()
        self._connection = connection
        self._still = still
        self.until = until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # the stub asks for every kind of buffer
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(min(self._still, left))
        return self._connection.recv_into(buffer)

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Itself, buffered, as http.client wants to have a connection."""
        return io.BufferedReader(self, 1 << 16)

    def break_off(self) -> None:
        """Wakes whoever waits in another thread: for it, the line has ended."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._connection.close()
        super().close()


class Answer:
    """What an address answered: its kind, and what follows. Use as a context, or :meth:`close` it."""

    def __init__(self, response: HTTPResponse, line: DeadlineStream) -> None:
        self._response = response
        self.line = line
        self.kind = response.headers.get("Content-Type", "")

    def more(self) -> bytes:
        """What came next; empty at the end. Raises ``OSError``, ``ValueError`` or ``HTTPException``."""
        return self._response.read1(1 << 18)

    def close(self) -> None:
        self._response.close()
        self.line.close()

    def __enter__(self) -> Answer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def answered(url: str, intake: Intake = INTAKE) -> Answer:
    """The answer of an address, with the name and password in it if there are any; raises :class:`SourceError`."""
    bare, asked = without_password(url), _parts(url)
    secret, whose = _secret(asked), (asked.hostname, asked.port)
    until = time.monotonic() + intake.answer_seconds
    for _ in range(1 + intake.redirects):
        # The password is for whom it was given to, not for whoever that one sends to.
        own = secret if (asked.hostname, asked.port) == whose else {}
        try:
            response, line = _asked(asked, own, until, intake)
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise unreachable(bare, error) from error
        answer = Answer(response, line)
        if response.status < 300:
            return answer
        answer.close()
        if response.status not in _ELSEWHERE:
            raise Refused(bare, response.status, response.reason)
        asked = _parts(urllib.parse.urljoin(asked.geturl(), response.headers.get("Location", "")))
    raise SourceError(
        bare,
        Message("sends on to other addresses without an end"),
        Message("give the address of the stream itself, often http://…:8080/video"),
    )


def unreachable(url: str, error: Exception | None) -> SourceError:
    """Why an address gives no pictures: ``error`` was raised, or None where nothing came."""
    if isinstance(error, TimeoutError) or error is None:
        reason = Message("sends no pictures")
    elif isinstance(error, NameNotFound):
        reason = Message("cannot be reached: nobody says in time where it is")
    else:
        reason = Message("cannot be reached ({why})", {"why": str(error) or type(error).__name__})
    return SourceError(
        url, reason, Message("check that the phone's camera app runs, and that both are in the same network")
    )


def without_password(url: str) -> str:
    """An address as it may be shown. Raises :class:`SourceError` where it is none."""
    _parts(url)
    return shown(url)


def _parts(url: str) -> SplitResult:
    """An address taken apart. Raises :class:`SourceError` where no machine can be asked."""
    step = Message("write it as the phone's camera app shows it, such as http://192.168.1.20:8080")
    try:
        parts = urllib.parse.urlsplit(url)
        named, _ = parts.hostname, parts.port
    except ValueError as error:
        why = {"why": "…" if "@" in url else str(error)}  # which may be a part of the password
        raise SourceError(shown(url), Message("is no address ({why})", why), step) from error
    if parts.scheme not in ("http", "https"):
        raise SourceError(shown(url), Message("is no address of a stream"), step)
    if not named:
        raise SourceError(shown(url), Message("names no machine"), step)
    return parts


def _secret(parts: SplitResult) -> dict[str, str]:
    if parts.username is None:
        return {}
    secret = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
    return {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode()}


def _asked(
    parts: SplitResult, secret: dict[str, str], until: float, intake: Intake
) -> tuple[HTTPResponse, DeadlineStream]:
    """A phone stands in the same room: no proxy is between."""
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    connection = http.client.HTTPConnection(host, port, timeout=intake.still_seconds)
    target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
    try:
        connection.sock = connected(host, port, intake.still_seconds, until)
        if secure:
            connection.sock = ssl.create_default_context().wrap_socket(connection.sock, server_hostname=host)
        connection.request("GET", target, headers={"Connection": "close", "User-Agent": "companion", **secret})
        line = DeadlineStream(connection.sock, intake.still_seconds, until)
        response = HTTPResponse(line, method="GET")  # type: ignore[arg-type]  # which only asks it to make a file
        response.begin()
    except BaseException:
        connection.close()
        raise
    return response, line
