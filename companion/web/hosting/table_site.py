"""Serves the open game of the app: devices come in by codes of the tablet, which alone is the host."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.play import AnyPlay
from companion.web.devices import Device, Devices
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.notes import Notes
from companion.web.hosting.open_game import OpenGame
from companion.web.hosting.server_host import ServerHost
from companion.web.hosting.site_parts import LIMITS, SiteParts
from companion.web.hosting.tables import Result, run_elsewhere
from companion.web.hosting.visitors import Grant, Visitor, Visitors
from companion.web.hosting.web_site import WebSite
from companion.web.listen_address import find_place
from companion.web.pages.host import Capabilities
from companion.web.request_guard import RequestLimits


class TableSite:
    """Serves the pages of one game until :meth:`close`; created and closed on the thread of its play.

    Raises ``AddressUnavailable``.

    Args:
        play: The play.
        folder: The data folder.
        host: The IP address to serve on.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        acts_at_once: Returns whether what a seat's page does counts without a confirmation at the table.
        limits: The limits for requests.
    """

    def __init__(
        self,
        play: AnyPlay,
        folder: Path,
        host: str,
        port: int | None = 0,
        acts_at_once: Callable[[], bool] = lambda: True,
        limits: RequestLimits = LIMITS,
    ) -> None:
        self.live, self._notes, self._acts_at_once = LivePages(), Notes(folder), acts_at_once
        self.game = self._open(play)
        """The open game."""
        self.devices = Devices(None, may_host=False)
        self.visitors = Visitors(self.devices, lambda: self.game.snapshot.course.game.id)
        parts = SiteParts(self._make_host, self.visitors, self.live, own_of_device=("/",), limits=limits)
        try:
            self._site = WebSite(find_place(host), port, parts)
        except BaseException:
            self.game.close()
            raise

    @property
    def address(self) -> str:
        """The address of the site."""
        return self._site.address

    def invitation(self, seat: int | None) -> str:
        """Return the address of a seat's page, or of the scoreboard, with a code."""
        return self._site.invitation(Grant(seat), "/tv")

    def admits(self, code: str) -> bool:
        """Return whether a code can still be used."""
        return self.visitors.codes.is_valid(code)

    def list_devices(self) -> tuple[tuple[Device, tuple[int, ...]], ...]:
        """Return the admitted devices, each with its seats; none are those of the scoreboard."""
        game = self.game.play.game.id
        return tuple((one, one.plays(game)) for one in self.devices.all())

    def revoke(self, seat: int | None) -> None:
        """Disconnect the devices of a seat, or of the scoreboard, and end its unused code."""
        self.visitors.codes.cancel(Grant(seat))
        for device, seats in self.list_devices():
            if (seat in seats) if seat is not None else not seats:
                self.visitors.revoke(device.id)
        self.live.change()

    def disconnect(self, device: str) -> None:
        """Disconnect one device."""
        self.visitors.revoke(device)
        self.live.change()

    def switch_play(self, play: AnyPlay) -> bool:
        """Show another play; its game is the same, or one of the same players, whose devices go on as theirs.

        Args:
            play: The play.

        Returns:
            Whether it is shown; a game of other players is not.
        """
        before = self.game.play.game
        if before.id != play.game.id and not self.devices.seat_as_before(before, play.game):
            return False
        self.game.close()
        self.game = self._open(play)
        self.live.change()
        return True

    def run(self, act: Callable[[], Result]) -> Result:
        """Run a function on the thread of the play, from another; return its result or raise its error."""
        return run_elsewhere(self.game.play.hand_over, act)

    def close(self) -> None:
        """End the site, and tell its readers; a second call has no effect."""
        self._site.close()
        self.game.close()

    def _open(self, play: AnyPlay) -> OpenGame:
        return OpenGame(play, self.live.change, confirms=False)

    def _make_host(self, visitor: Visitor, action: str) -> ServerHost:
        free = self._acts_at_once()
        capabilities = Capabilities(rolls_dice=free, acts_at_once=free)
        return ServerHost(self, None, self._notes, capabilities, (), visitor, action)
