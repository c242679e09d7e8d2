"""Serves the pages of this computer's games from a thread of its own, until it is closed."""

from collections.abc import Iterator
from threading import Thread

from starlette.datastructures import Headers

from companion.web import network_interfaces
from companion.web.hosting.routes import SiteRoutes
from companion.web.hosting.server_host import SiteParts
from companion.web.hosting.visitors import Grant
from companion.web.listen_address import EVERYWHERE, Place, open_socket
from companion.web.network_interfaces import list_interfaces
from companion.web.request_guard import RequestGuard, create_server


class WebSite:
    """Serves the pages at one place until :meth:`close`.

    Raises ``AddressUnavailable``.

    Args:
        place: Where it is served.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        parts: What it shows and knows.
    """

    def __init__(self, place: Place, port: int | None, parts: SiteParts) -> None:
        socket_ = open_socket(place.bind, port, network_interfaces.TABLE_PORT)
        self._parts = parts
        self.port: int = socket_.getsockname()[1]
        self._place = place
        hosts = frozenset(f"{name}:{self.port}" for name in place.hosts)
        self._routes = SiteRoutes(parts)
        self._guard = guard = RequestGuard(self._routes.app(), hosts, parts.limits, self._find_device, parts.body_rule)
        self._server = create_server(guard, guard)
        self._thread = Thread(target=self._server.run, args=([socket_],), name="site", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """The address of the site that other devices are likely to reach now."""
        return f"http://{next(self._list_addresses())}:{self.port}"

    def other_addresses(self) -> dict[str, str]:
        """Return the further addresses of the site, each with its network interface."""
        names = {one.address: one.name for one in list_interfaces() if not one.is_loopback}
        _, *others = self._list_addresses()
        return {f"http://{address}:{self.port}": names[address] for address in others if address in names}

    def _list_addresses(self) -> Iterator[str]:
        """Yield the addresses of this computer: those at which a request of another arrived, then the likeliest."""
        if self._place.bind != EVERYWHERE:
            yield self._place.shown
            return
        known = [one.address for one in list_interfaces()]
        yield from sorted(known, key=lambda address: address not in self._guard.reached)

    def invitation(self, grant: Grant, path: str = "/") -> str:
        """Return the address of a page with an unused code; browsers do not send the part after # to the server.

        Args:
            grant: What the code is for.
            path: The page, if it is not that of a seat.
        """
        path = path if grant.seat is None else f"/seat/{grant.seat}"
        return f"{self.address}{path}#{self._parts.visitors.code_for(grant)}"

    def close(self) -> None:
        """End the site, and tell its readers; a second call has no effect."""
        if self._server.should_exit:
            return
        self._parts.live.end()
        self._routes.close()
        self._server.should_exit = True
        self._thread.join(10)

    def _find_device(self, headers: Headers) -> str:
        visitor = self._parts.visitors.find(headers.get("x-key", ""))
        return "" if visitor is None else visitor.device.id
