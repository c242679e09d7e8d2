"""Guards the web pages: limits connections by address, closes slow ones, and checks every request and response."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.authority import is_private
from companion.web.network_interfaces import LOOPBACK

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


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits for open connections."""

    known: int = 60
    """Connections of an address from which an admitted device came: several tabs, each with its pictures."""
    stranger: int = 20
    """Connections of any other address."""
    strangers: int = 200
    """Connections of all strangers together."""
    known_seconds: float = 3600.0
    """Seconds for which an address stays known after a device's last request."""


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The limits for the requests of one address."""

    body: int = 4096
    """Maximum bytes of a body."""
    body_seconds: float = 5.0
    burst: float = 120.0
    """Requests that may come at once: a page and all its cards."""
    rate: float = 30.0
    """Requests per second in the long run."""
    head_seconds: float = 5.0
    """Seconds until the head of a request must be complete."""
    write_seconds: float = 10.0
    """Seconds in which a client must begin to read what is sent to it."""
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    addresses: int = 1024
    """Maximum number of addresses that are remembered."""


@dataclass(frozen=True, slots=True)
class BodyRule:
    """What a path takes as the body of a request."""

    limit: int
    """Maximum number of bytes."""
    kinds: tuple[str, ...] = ("application/json",)
    """The media types."""


class RequestGuard:
    """Passes requests on to an app if they are for one of its hosts, small, not too frequent, and from its own pages.

    Args:
        app: The app.
        hosts: The values of the Host header that it accepts, besides the private address at which a request arrives.
        limits: The limits for requests.
        find_device: Returns the id of the admitted device that sends a request with these headers; "" for strangers.
        body_rule: Returns what a path takes.
        scheme: The scheme of the pages' own addresses.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str],
        limits: RequestLimits,
        find_device: Callable[[Headers], str],
        body_rule: Callable[[str], BodyRule],
        scheme: str = "http",
    ) -> None:
        self._app, self._hosts, self.limits, self._scheme = app, hosts, limits, scheme
        self._find_device, self._body_rule = find_device, body_rule
        self.reached: set[str] = set()
        """The addresses of this computer at which requests of others arrived."""
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._known: OrderedDict[str, float] = OrderedDict()
        self._open = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the status of its refusal."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in RESPONSE_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refused = self._find_refusal(scope)
        app = self._app if refused is None else PlainTextResponse("", status_code=refused)
        await app(scope, receive, send_with_headers)

    def take(self, address: str) -> bool:
        """Count a connection; return whether it may stay. :meth:`release` ends it in either case."""
        self._open[address] += 1
        limits = self.limits.connections
        if self._is_known(address):
            return self._open[address] <= limits.known
        strangers = sum(number for other, number in self._open.items() if not self._is_known(other))
        return self._open[address] <= limits.stranger and strangers <= limits.strangers

    def release(self, address: str) -> None:
        """Count a connection no longer."""
        self._open -= Counter((address,))

    def _is_known(self, address: str) -> bool:
        """Return whether an admitted device came from this address in the last hour."""
        return time.monotonic() - self._known.get(address, float("-inf")) < self.limits.connections.known_seconds

    def _find_refusal(self, scope: Scope) -> int | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        here, port = scope.get("server") or (LOOPBACK, 0)
        if host not in self._hosts and not (host == f"{here}:{port}" and is_private(here)):
            return 421
        address = scope["client"][0] if scope.get("client") else ""
        if address != here:
            self.reached.add(here)
        device = self._find_device(headers)
        if device:
            _remember(self._known, address, time.monotonic(), self.limits.addresses)
        # An admitted device has requests of its own, however many strangers ask from its address.
        if not self._take_token(f"device {device}" if device else address):
            return 429
        if scope["method"] != "POST":
            return None
        rule = self._body_rule(scope["path"])
        # Another site's page cannot fake its Origin.
        if headers.get("origin", "").lower() != f"{self._scheme}://{host}":
            return 403
        if headers.get("content-type", "").partition(";")[0] not in rule.kinds:
            return 415
        length = headers.get("content-length", "")
        is_number = length.isascii() and length.isdigit()
        return 411 if not is_number else 413 if len(length) > 10 or int(length) > rule.limit else None

    def _take_token(self, address: str) -> bool:
        now = time.monotonic()
        left, since = self._tokens.get(address, (self.limits.burst, now))
        left = min(self.limits.burst, left + (now - since) * self.limits.rate)
        _remember(self._tokens, address, (max(0.0, left - 1), now), self.limits.addresses)
        return left >= 1


def create_server(app: ASGIApp, guard: RequestGuard | None = None, **tls: Any) -> uvicorn.Server:
    """Return a uvicorn server that sends no identification and logs no errors of clients.

    Args:
        app: The app.
        guard: Counts the connections and limits their time; None for an app that only this computer reaches.
        **tls: The certificate, for TLS.
    """
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http="h11" if guard is None else make_guarded_protocol(guard),
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            **tls,
        )
    )


def make_guarded_protocol(guard: RequestGuard) -> type[H11Protocol]:
    """Return a protocol that closes connections without a complete request in time, and those that never read.

    uvicorn itself waits for the head of a request while anything comes, for the rest of a refused one, and for ever
    for a client that reads nothing of the response.
    """

    class GuardedProtocol(H11Protocol):
        def __init__(self, *args: Any, **how: Any) -> None:
            super().__init__(*args, **how)
            self._timers: dict[str, asyncio.TimerHandle] = {}
            self._address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Start the timeout, or close one connection too many."""
            super().connection_made(transport)
            self._address = self.client[0] if self.client is not None else ""
            self._start("request", guard.limits.head_seconds)
            if not guard.take(self._address):
                transport.abort()

        def data_received(self, data: bytes) -> None:
            """Start the timeout again after a response."""
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._stop("request")
            else:
                self._start("request", guard.limits.head_seconds)

        def pause_writing(self) -> None:
            """Give the client some time to read."""
            super().pause_writing()
            self._start("reading", guard.limits.write_seconds)

        def resume_writing(self) -> None:
            """Go on: the client has read."""
            super().resume_writing()
            self._stop("reading")

        def shutdown(self) -> None:
            """Close the connection at once if its client does not read."""
            if "reading" in self._timers:
                self.transport.abort()
            super().shutdown()

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop the timeouts."""
            guard.release(self._address)
            self._stop("request")
            self._stop("reading")
            super().connection_lost(exc)

        def _start(self, name: str, seconds: float) -> None:
            if name not in self._timers:
                self._timers[name] = self.loop.call_later(seconds, self.transport.abort)

        def _stop(self, name: str) -> None:
            if name in self._timers:
                self._timers.pop(name).cancel()

    return GuardedProtocol


def _remember(values: OrderedDict[str, Any], key: str, value: object, number: int) -> None:
    """Keep a value as the newest, and no more than a number of them."""
    values[key] = value
    values.move_to_end(key)
    if len(values) > number:
        values.popitem(last=False)
