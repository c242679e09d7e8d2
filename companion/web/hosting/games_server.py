"""All games of this computer as one site: the journal's thread, the devices, and the pages."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.web.devices import Devices
from companion.web.hosting.device_pages import PATH as DEVICES_PATH
from companion.web.hosting.device_pages import DevicePages
from companion.web.hosting.game_thread import GameThread
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.server_host import ServerHost
from companion.web.hosting.site_parts import LIMITS, SiteParts
from companion.web.hosting.stored_games import StoredGames
from companion.web.hosting.visitors import Grant, Visitor, Visitors
from companion.web.hosting.web_site import WebSite
from companion.web.listen_address import Place
from companion.web.pages.host import Capabilities
from companion.web.request_guard import RequestLimits

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.play import AnyPlay

OpenJournal = Callable[[], "Journal"]
OpenPlay = Callable[["Journal", str, Callable[[], None]], "AnyPlay"]


class GamesServer:
    """Serves every game of a journal until :meth:`close`.

    Raises ``AddressUnavailable``, and what opening the journal raises.

    Args:
        place: Where it is served.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        folder: The data folder.
        open_journal: Opens the journal.
        open_play: Opens a game of it.
        report: Takes errors that are no answer to a page; None once all is well again.
        limits: The limits for requests.
    """

    def __init__(
        self,
        place: Place,
        port: int | None,
        folder: Path,
        open_journal: OpenJournal,
        open_play: OpenPlay,
        report: Callable[[CompanionError | None], None],
        limits: RequestLimits = LIMITS,
    ) -> None:
        self.live = LivePages()
        self.devices = Devices(folder)
        self.visitors = Visitors(self.devices, self._open_game)
        self.thread = GameThread(open_journal, open_play, self.live.change, report)
        self.stored = StoredGames(self.thread, self.devices, folder)
        devices = DevicePages(self.visitors, self._invite, draw_svg_code, self.live.change)
        self._own_pages = (devices.page,)
        parts = SiteParts(
            make_host=self._make_host,
            visitors=self.visitors,
            live=self.live,
            own_of_device=("/", DEVICES_PATH),
            limits=limits,
        )
        try:
            self.site = WebSite(place, port, parts)
        except BaseException:
            self.thread.close()
            raise

    @property
    def address(self) -> str:
        """The address of the site."""
        return self.site.address

    def open(self, game: str) -> None:
        """Open a stored game, by its id, for every device."""
        self.thread.run(partial(self.stored.open, game))

    def invitation(self, *, seat: int | None = None, host: bool = False) -> str:
        """Return the address with an unused code.

        Args:
            seat: The seat that the device plays; None for none.
            host: Whether the device becomes the host in another's place.

        Returns:
            The address.
        """
        return self._invite(Grant(seat, host))

    def close(self) -> None:
        """End the site and close the journal."""
        self.site.close()
        self.thread.close()

    def _invite(self, grant: Grant) -> str:
        return self.site.invitation(grant)

    def _open_game(self) -> str | None:
        game = self.thread.game
        return None if game is None else game.snapshot.course.game.id

    def _make_host(self, visitor: Visitor, action: str) -> ServerHost:
        capabilities = Capabilities(admits_devices=True)
        return ServerHost(self.thread, self.stored, capabilities, self._own_pages, visitor, action)


def draw_svg_code(text: str) -> str:
    """Return a text as a QR code in SVG, black on white in any colour scheme."""
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m").save(
        drawn, kind="svg", xmldecl=False, svgns=False, dark="#000", light="#fff", border=4, scale=6, omitsize=True
    )
    return f'<div class="qr">{drawn.getvalue().decode()}</div>'
