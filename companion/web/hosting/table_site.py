"""Serves the app's open game and the lobby of the next: devices come in by the tablet's codes; it alone is the host."""

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.play import AnyPlay
from companion.web.devices import Device, Devices
from companion.web.hosting.device_pages import PATH as DEVICES
from companion.web.hosting.device_pages import DevicePages
from companion.web.hosting.game_thread import Result, open_game_of, run_elsewhere
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.lobby import Lobby
from companion.web.hosting.notes import Notes
from companion.web.hosting.open_game import OpenGame
from companion.web.hosting.server_host import LIMITS, ServerHost, SiteParts
from companion.web.hosting.visitors import Grant, Visitor, Visitors
from companion.web.hosting.web_site import WebSite
from companion.web.listen_address import find_place
from companion.web.request_guard import RequestLimits


class TableSite:
    """Serves the pages of one game after another until :meth:`close`; created and closed on the thread of their plays.

    Raises ``AddressUnavailable``.

    Args:
        play: The play; None before a game is open.
        folder: The data folder.
        host: The IP address to serve on.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        acts_at_once: Returns whether what a seat's page does counts without a confirmation at the table.
        limits: The limits for requests.
        people: The names of people of former evenings.
    """

    def __init__(
        self,
        play: AnyPlay | None,
        folder: Path,
        host: str,
        port: int | None = 0,
        acts_at_once: Callable[[], bool] = lambda: True,
        limits: RequestLimits = LIMITS,
        people: Sequence[str] = (),
    ) -> None:
        self.live, self._notes, self._acts_at_once = LivePages(), Notes(folder), acts_at_once
        self.game = None if play is None else self._open(play)
        """The open game; None before one is open."""
        self.devices = Devices(None, may_host=False)
        self.lobby = Lobby(self._notes, self.devices)
        self.visitors = Visitors(self.devices, self._open_game)
        # The invitation is drawn for a host's device, and none is the host.
        self._phones = DevicePages(self.visitors, self.lobby, str, self.live.change, lambda: people)
        parts = SiteParts(self._make_host, self.visitors, self.live, own_of_device=("/", DEVICES), limits=limits)
        try:
            self._site = WebSite(find_place(host), port, parts)
        except BaseException:
            self._close_game()
            raise

    @property
    def address(self) -> str:
        """The address of the site."""
        return self._site.address

    @property
    def names(self) -> Sequence[str]:
        """The player names of the open game, by seat."""
        return () if self.game is None else self.game.snapshot.names

    def invitation(self, seat: int | None, path: str = "/tv") -> str:
        """Return the address of a seat's page, or of another if the seat is None, with a code."""
        return self._site.invitation(Grant(seat), path)

    def lobby_invitation(self) -> str:
        """Return the address at which everybody joins, with the standing code."""
        return self.invitation(None, DEVICES)

    def list_devices(self) -> tuple[tuple[Device, tuple[int, ...]], ...]:
        """Return the admitted devices, each with its seats; none are those of the scoreboard."""
        game = self._open_game()
        return tuple((one, one.plays(game) if game is not None else ()) for one in self.devices.all())

    def revoke(self, seat: int | None) -> None:
        """Disconnect the devices of a seat, or of the scoreboard, and end its unused code."""
        self.visitors.codes.cancel(Grant(seat))
        for device, seats in self.list_devices():
            if (seat in seats) if seat is not None else not seats:
                self.disconnect(device.id)
        self.live.change()

    def disconnect(self, device: str) -> None:
        """Disconnect one device."""
        self.visitors.revoke(device)
        self.lobby.forget(device)
        self.live.change()

    def switch_play(self, play: AnyPlay) -> bool:
        """Show another play, if its game is the same, one of the same players, or one for which somebody joined.

        The devices of the same players go on as theirs; whoever joined plays the seat of the same name.

        Args:
            play: The play.

        Returns:
            Whether it is shown; a game of other players is not.
        """
        before = self.game.play.game if self.game is not None else None
        if before is None or before.id != play.game.id:
            same = before is not None and self.devices.seat_as_before(before, play.game)
            if not (before is None or same or self.lobby.places):
                return False
            self.lobby.take_seats(play.game)
        self._close_game()
        self.game = self._open(play)
        self.live.change()
        return True

    def run(self, act: Callable[[], Result]) -> Result:
        """Run a function on the thread of the play, from another; return its result or raise its error."""
        return run_elsewhere(open_game_of(self).play.hand_over, act)

    def close(self) -> None:
        """End the site, and tell its readers; a second call has no effect."""
        self._site.close()
        self._close_game()

    def _close_game(self) -> None:
        if self.game is not None:
            self.game.close()

    def _open_game(self) -> str | None:
        return None if self.game is None else self.game.snapshot.course.game.id

    def _open(self, play: AnyPlay) -> OpenGame:
        return OpenGame(play, self.live.change, confirms=False)

    def _make_host(self, visitor: Visitor, action: str) -> ServerHost:
        pages = {DEVICES: self._phones.page}
        return ServerHost(self, None, self._notes, self._acts_at_once(), pages, visitor, action)
