"""Serves the pages of this computer's games from a thread of its own, until it is closed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Thread

from starlette.datastructures import Headers
from starlette.responses import Response

from companion.web import listen_address
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.pictures import Pictures
from companion.web.hosting.routes import SiteRoutes
from companion.web.hosting.server_host import ServerHost
from companion.web.hosting.visitors import Grant, Visitor, Visitors
from companion.web.listen_address import Place, open_socket
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.quotas import Quotas
from companion.web.request_guard import BodyRule, RequestGuard, RequestLimits
from companion.web.slow_clients import create_server

FORM = BodyRule(64 * 1024, ("application/x-www-form-urlencoded", "application/json"))
"""The bodies of forms."""
LIMITS = RequestLimits(body=FORM.limit, query=2000)
"""Limits for requests of pages."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What a page sends as a file."""

    take: Callable[[ServerHost, PageRequest, bytes], PageResponse]
    """Takes the file in and returns the page that follows."""
    limit: int
    """Maximum number of bytes."""
    seconds: float = 60.0
    """Seconds in which all of it must come."""


@dataclass(frozen=True, slots=True)
class SiteParts:
    """What a site shows and knows, beside its pages."""

    make_host: Callable[[Visitor, str], ServerHost]
    """Returns what stands behind the pages of a visitor, for one action."""
    visitors: Visitors
    live: LivePages
    pictures: Pictures = field(default_factory=Pictures)
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    """Where files are sent to, by name."""
    public_page: Callable[[str, str], Response | None] = lambda path, language: None
    """Returns a response for everybody, such as how to trust this computer, by path and language."""
    own_of_device: tuple[str, ...] = ()
    """The paths whose pages differ by device."""


class WebSite:
    """Serves the pages at one place until :meth:`close`.

    Raises ``AddressUnavailable``.

    Args:
        place: Where it is served.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        parts: What it shows and knows.
        limits: The limits for requests.
    """

    def __init__(self, place: Place, port: int | None, parts: SiteParts, limits: RequestLimits = LIMITS) -> None:
        socket_ = open_socket(place.bind, port, listen_address.TABLE_PORT)
        self._parts, self.limits = parts, limits
        self.visitors, self.live, self.pictures = parts.visitors, parts.live, parts.pictures
        self.uploads, self.public_page = parts.uploads, parts.public_page
        self.port: int = socket_.getsockname()[1]
        self.address = f"http://{place.shown}:{self.port}"
        """The address of the site."""
        hosts = frozenset(f"{name}:{self.port}" for name in place.hosts)
        quotas = Quotas(limits.connections)
        guard = RequestGuard(
            SiteRoutes(self).app(), hosts, time.monotonic, limits, self._find_device, quotas, self._body_rule
        )
        self._server = create_server(guard, limits, quotas)
        self._thread = Thread(target=self._server.run, args=([socket_],), name="site", daemon=True)
        self._thread.start()

    def invitation(self, grant: Grant) -> str:
        """Return the address with an unused code; browsers do not send the part after # to the server."""
        path = "/" if grant.seat is None else f"/seat/{grant.seat}"
        return f"{self.address}{path}#{self.visitors.code_for(grant)}"

    def host_for(self, visitor: Visitor, action: str = "") -> ServerHost:
        """Return what stands behind the pages of a visitor."""
        return self._parts.make_host(visitor, action)

    def is_for_one_device(self, address: str) -> bool:
        """Return whether the page at an address differs by device."""
        return address.partition("?")[0] in self._parts.own_of_device

    def close(self) -> None:
        """End the site, and tell its readers; a second call has no effect."""
        if self._server.should_exit:
            return
        self.live.end()
        self._server.should_exit = True
        self._thread.join(10)

    def _find_device(self, headers: Headers) -> str:
        visitor = self.visitors.find(headers.get("x-key", ""))
        return "" if visitor is None else visitor.device.id

    def _body_rule(self, path: str) -> BodyRule:
        upload = self.uploads.get(path.removeprefix("/upload/")) if path.startswith("/upload/") else None
        return FORM if upload is None else BodyRule(upload.limit, ("application/octet-stream",))
