"""Guards the web pages: limits connections by address and closes slow ones; checks requests, bodies and responses."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.decoding import document_of
from companion.web.certificates import is_private
from companion.web.network_interfaces import LOOPBACK


class InvalidBody(Exception):
    """A body that is too long, too slow, or not what its path takes."""


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """Return a request's body; raise :class:`InvalidBody` if it is too long or too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > limit:
                    raise InvalidBody
    except (TimeoutError, ClientDisconnect) as error:
        raise InvalidBody from error
    return bytes(body)


async def read_json(request: Request, limit: int, seconds: float) -> dict[str, Any]:
    """Return a request's body as a JSON object; raise :class:`InvalidBody` if it is none."""
    try:
        document = document_of(await read_body(request, limit, seconds))
    except (ValueError, RecursionError) as error:
        raise InvalidBody from error
    if not isinstance(document, dict):
        raise InvalidBody
    return document


async def answer_invalid(_request: Request, _error: Exception) -> Response:
    """Return the response to a request whose body cannot be used."""
    return JSONResponse({}, 400)


RESPONSE_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; media-src blob:; manifest-src 'self'; base-uri 'self'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every response."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits for open connections."""

    known: int = 60
    """Connections of an address from which an admitted device came: several tabs, each with its pictures."""
    stranger: int = 20
    """Connections of any other address."""
    strangers: int = 200
    """Connections of all strangers together."""


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The limits for the requests of one address."""

    body: int = 4096
    """Maximum bytes of a body."""
    body_seconds: float = 5.0
    burst: float = 120.0
    """Requests that may come at once: a page and all its cards."""
    rate: float = 30.0
    """Requests per second in the long run: the burst may come again after ``burst / rate`` seconds."""
    head_seconds: float = 5.0
    """Seconds until the head of a request must be complete."""
    write_seconds: float = 10.0
    """Seconds in which a client must begin to read what is sent to it."""
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)


@dataclass(frozen=True, slots=True)
class BodyRule:
    """What a path takes as the body of a request."""

    limit: int
    """Maximum number of bytes."""
    kinds: tuple[str, ...] = ("application/json",)
    """The media types."""


@dataclass(eq=False)
class RequestGuard:
    """Passes requests on to an app if they are for one of its hosts, small, not too many, and from its own pages."""

    app: ASGIApp
    hosts: frozenset[str]
    """The values of the Host header that it accepts, besides the private address at which a request arrives."""
    limits: RequestLimits
    find_device: Callable[[Headers], str]
    """Returns the id of the admitted device that sends a request with these headers; "" for strangers."""
    body_rule: Callable[[str], BodyRule]
    """Returns what a path takes."""
    reached: set[str] = field(default_factory=set)
    """The addresses of this computer at which requests of others arrived."""
    _known: set[str] = field(default_factory=set)
    """The addresses from which admitted devices came."""
    _asked: Counter[str] = field(default_factory=Counter)
    """The requests since ``_since``, by device or address."""
    _since: float = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the status of its refusal."""

        async def send_uncached(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).setdefault("cache-control", "no-store")
            await send(message)

        refused = self._find_refusal(scope)
        app = self.app if refused is None else PlainTextResponse("", status_code=refused)
        await app(scope, receive, send_uncached)

    def may_stay(self, address: str, connected: Sequence[str]) -> bool:
        """Return whether a connection from an address may stay; ``connected`` has the address of every connection."""
        limits, number = self.limits.connections, connected.count(address)
        if address in self._known:
            return number <= limits.known
        return number <= limits.stranger and sum(one not in self._known for one in connected) <= limits.strangers

    def _find_refusal(self, scope: Scope) -> int | None:
        headers, (here, port) = Headers(scope=scope), scope.get("server") or (LOOPBACK, 0)
        host = headers.get("host", "").lower()
        if host not in self.hosts and not (host == f"{here}:{port}" and is_private(here)):
            return 421
        address = scope["client"][0] if scope.get("client") else ""
        if address != here:
            self.reached.add(here)
        if device := self.find_device(headers):
            self._known.add(address)
        # An admitted device has requests of its own, however many strangers ask from its address.
        if not self._may_ask(f"device {device}" if device else address):
            return 429
        if scope["method"] != "POST":
            return None
        # Another site's page cannot fake its Origin.
        if headers.get("origin", "").lower() != f"{scope['scheme']}://{host}":
            return 403
        rule, length = self.body_rule(scope["path"]), headers.get("content-length")
        if headers.get("content-type", "").partition(";")[0] not in rule.kinds:
            return 415
        # h11 refuses a length that is no number.
        return 411 if length is None else 413 if int(length) > rule.limit else None

    def _may_ask(self, who: str) -> bool:
        if time.monotonic() - self._since > self.limits.burst / self.limits.rate:
            self._asked.clear()
            self._since = time.monotonic()
        self._asked[who] += 1
        return self._asked[who] <= self.limits.burst


def create_server(app: ASGIApp, guard: RequestGuard | None = None, **tls: Any) -> uvicorn.Server:
    """Return a uvicorn server that sends no identification and logs no errors of clients.

    Args:
        app: The app.
        guard: Counts the connections and limits their time; None for an app that only this computer reaches.
        **tls: The certificate, for TLS.
    """
    how: dict[str, Any] = {"ws": "none", "lifespan": "off", "log_level": "error", "server_header": False, **tls}
    how |= {"headers": [*RESPONSE_HEADERS.items()], "http": "h11" if guard is None else make_guarded_protocol(guard)}
    return uvicorn.Server(uvicorn.Config(app, timeout_graceful_shutdown=1, **how))


def make_guarded_protocol(guard: RequestGuard) -> type[H11Protocol]:
    """Return a protocol that closes connections without a complete request in time, and those that never read.

    uvicorn itself waits for the head of a request while anything comes, for the rest of a refused one, and for ever
    for a client that reads nothing of the response.
    """

    class GuardedProtocol(H11Protocol):
        _awaited: float | None = None
        """The seconds that the client has for what is awaited of it; None if nothing is."""
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Start the timeout, or close one connection too many."""
            super().connection_made(transport)
            self._limit_time()
            connected = [one.client[0] for one in self.connections if isinstance(one, H11Protocol) and one.client]
            if self.client is None or not guard.may_stay(self.client[0], connected):
                transport.abort()

        def data_received(self, data: bytes) -> None:
            """Start the timeout again after a response."""
            super().data_received(data)
            self._limit_time()

        def pause_writing(self) -> None:
            """Give the client some time to read."""
            super().pause_writing()
            self._limit_time()

        def resume_writing(self) -> None:
            """Go on: the client has read."""
            super().resume_writing()
            self._limit_time()

        def shutdown(self) -> None:
            """Close the connection at once if its client does not read."""
            if self.flow.write_paused:
                self.transport.abort()
            super().shutdown()

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop the timeout."""
            if self._timer is not None:
                self._timer.cancel()
            super().connection_lost(exc)

        def _limit_time(self) -> None:
            """Limit the time for what is awaited of the client: that it reads, or a whole request."""
            complete = self.cycle is None or self.cycle.response_complete
            limits = guard.limits
            awaited = limits.write_seconds if self.flow.write_paused else limits.head_seconds if complete else None
            if awaited == self._awaited:
                return
            self._awaited = awaited
            if self._timer is not None:
                self._timer.cancel()
            self._timer = None if awaited is None else self.loop.call_later(awaited, self.transport.abort)

    return GuardedProtocol
