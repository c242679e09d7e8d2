"""The checks that every request must pass, and the headers of every response."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.authority import is_private
from companion.web.network_interfaces import LOOPBACK
from companion.web.quotas import ConnectionLimits, Quotas

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; media-src blob:; "
    "manifest-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
)
RESPONSE_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


@dataclass(frozen=True, slots=True)
class RequestLimits:
    """The limits for the requests of one address."""

    body: int = 4096
    """Maximum bytes of a body."""
    body_seconds: float = 5.0
    query: int = 100
    """Maximum number of bytes of a query."""
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
        clock: Returns the time in seconds.
        limits: The limits for requests.
        find_device: Returns the id of the admitted device that sends a request with these headers; "" for strangers.
        quotas: Learns from which addresses admitted devices come.
        body_rule: Returns what a path takes; None for small JSON documents everywhere.
    """

    scheme = "http"
    """The scheme of the pages' own addresses."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str],
        clock: Callable[[], float],
        limits: RequestLimits,
        find_device: Callable[[Headers], str] = lambda headers: "",
        quotas: Quotas | None = None,
        body_rule: Callable[[str], BodyRule] | None = None,
    ) -> None:
        self._app, self._hosts, self._clock, self._limits = app, hosts, clock, limits
        self._find_device, self._quotas = find_device, quotas
        self.reached: set[str] = set()
        """The addresses of this computer at which requests of others arrived."""
        usual = BodyRule(limits.body)
        self._body_rule = body_rule or (lambda _path: usual)
        self._tokens: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the status of its refusal."""
        if scope["type"] != "http":
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in RESPONSE_HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refused = self._find_refusal(scope)
        if refused is not None:
            await PlainTextResponse("", status_code=refused)(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)

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
        if device and self._quotas is not None:
            self._quotas.note_device(address)
        # An admitted device has requests of its own, however many strangers ask from its address.
        if not self._take_token(f"device {device}" if device else address):
            return 429
        if scope["method"] not in ("GET", "POST"):
            return 405
        if len(scope.get("query_string", b"")) > self._limits.query or len(scope["path"]) > 100:
            return 414
        if scope["method"] == "POST":
            return self._find_body_refusal(headers, host, self._body_rule(scope["path"]))
        return None

    def _find_body_refusal(self, headers: Headers, host: str, rule: BodyRule) -> int | None:
        """Return the status for a POST from another site's page, which cannot fake its Origin."""
        if headers.get("origin", "").lower() != f"{self.scheme}://{host}":
            return 403
        if headers.get("content-type", "").partition(";")[0] not in rule.kinds:
            return 415
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()):
            return 411
        return 413 if is_above(length, rule.limit) else None

    def _take_token(self, address: str) -> bool:
        now = self._clock()
        left, since = self._tokens.pop(address, (self._limits.burst, now))
        left = min(self._limits.burst, left + (now - since) * self._limits.rate)
        self._tokens[address] = (max(0.0, left - 1), now)
        while len(self._tokens) > self._limits.addresses:
            self._tokens.popitem(last=False)
        return left >= 1


def is_above(digits: str, limit: int) -> bool:
    """Return whether a number in decimal digits is above a limit, however long it is written."""
    significant = digits.lstrip("0")
    return len(significant) > len(str(limit)) or int(significant or "0") > limit
