"""The tabs of admitted devices: each keeps a secret of its own, and plays at most one seat."""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from companion.web.access_codes import AccessCodes
from companion.web.devices import Device, Devices

MAX_TABS = 2000
"""Maximum number of open tabs; the one that was used longest ago ends first."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a code is for: to admit a device, possibly as the player of a seat, or as the host."""

    seat: int | None = None
    host: bool = False


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose tab a request came from."""

    device: Device
    seat: int | None
    """The seat of the open game that this tab plays; None for none."""
    elsewhere: frozenset[int] = frozenset()
    """For the device on which all act: the seats that other devices play."""


class Visitors:
    """Admits devices by codes, knows their tabs, and which of them are here; thread-safe.

    Args:
        devices: The admitted devices.
        open_game: Returns the id of the open game; None if none is open.
    """

    def __init__(self, devices: Devices, open_game: Callable[[], str | None]) -> None:
        self.devices, self._open_game = devices, open_game
        self.codes: AccessCodes[Grant] = AccessCodes(time.monotonic)
        """The codes that admit devices."""
        self._lock = threading.Lock()
        self._tabs: OrderedDict[str, tuple[str, int | None]] = OrderedDict()
        """The device and the seat of each tab, by its key."""
        self._streams: dict[str, int] = {}
        self._shown: dict[Grant, str] = {}

    def code_for(self, grant: Grant) -> str:
        """Return the valid code for something, or a new one: a page that is drawn again shows the same."""
        with self._lock:
            code = self._shown.get(grant, "")
            if not self.codes.is_valid(code):
                code = self._shown[grant] = self.codes.issue(grant, stands=grant == Grant())
            return code

    def enter(self, device_key: str, code: str, seat: int | None, address: str, name: str) -> tuple[str, str] | None:
        """Open a tab of an admitted device, or of one with a code.

        Args:
            device_key: The key that the device keeps; empty if it has none.
            code: The code that it brings; empty if it brings none.
            seat: The seat of the tab's page; None for other pages.
            address: The device's address.
            name: What to call it.

        Returns:
            The secret keys of the device, for later visits, and of the tab, for requests; None if it is not let in.
        """
        device = self.devices.find(device_key)
        if code and (grant := self.codes.redeem(code, address)) is not None:
            device, device_key = self._admit(device, device_key, grant, name)
        if device is None:
            return None
        self.devices.note_visit(device.id)
        tab_key = secrets.token_urlsafe(24)
        with self._lock:
            self._tabs[tab_key] = device.id, seat
            while len(self._tabs) > MAX_TABS:
                self._tabs.popitem(last=False)
        return device_key, tab_key

    def find(self, tab_key: str) -> Visitor | None:
        """Return whose tab has this secret; None if its device was revoked or never admitted."""
        with self._lock:
            tab = self._tabs.get(tab_key)
            if tab is None:
                return None
            self._tabs.move_to_end(tab_key)
        device = self.devices.get(tab[0])
        return None if device is None else self._visitor(device, tab[1])

    def refresh(self, visitor: Visitor, seat: int | None) -> Visitor:
        """Return a visitor as it is now, on the page of this seat."""
        device = self.devices.get(visitor.device.id)
        return visitor if device is None else self._visitor(device, seat)

    def revoke(self, device: str) -> None:
        """Forget a device, and end the standing code, which it knows."""
        self.devices.revoke(device)
        self.codes.cancel(Grant())

    def is_here(self, device: str) -> bool:
        """Return whether a device follows a page now."""
        with self._lock:
            return self._streams.get(device, 0) > 0

    def note_stream(self, device: str, by: int) -> bool:
        """Count a stream of a device more or less; return whether that changes whether it is here."""
        with self._lock:
            before = self._streams.get(device, 0)
            self._streams[device] = before + by
            if not self._streams[device]:
                del self._streams[device]
            return (before > 0) != (before + by > 0)

    def _visitor(self, device: Device, wanted: int | None) -> Visitor:
        """Return whose tab it is; it plays the seat of its page, or the only one of its device."""
        game = self._open_game()
        if game is None:
            return Visitor(device, None)
        held = device.plays(game)
        others = frozenset[int]()
        if device.is_host or device.is_table:
            others = others.union(*(one.plays(game) for one in self.devices.all() if one.id != device.id))
        if wanted is not None:
            return Visitor(device, wanted if wanted in held else None, others)
        return Visitor(device, held[0] if len(held) == 1 else None, others)

    def _admit(self, device: Device | None, device_key: str, grant: Grant, name: str) -> tuple[Device, str]:
        if device is None:
            device, device_key = self.devices.admit(name, host=grant.host)
        elif grant.host:
            self.devices.make_host(device.id)
        game = self._open_game()
        if grant.seat is not None and game is not None:
            self.devices.give_seat(device.id, game, grant.seat)
        return device, device_key


def device_name(user_agent: str) -> str:
    """Return what to call a device by what its browser says of it.

    >>> device_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1")
    'iPhone'
    """
    for name in ("iPhone", "iPad", "Android", "Macintosh", "Windows", "CrOS", "Linux"):
        if name in user_agent:
            return {"Macintosh": "Mac", "CrOS": "Chromebook"}.get(name, name)
    return "Browser"
