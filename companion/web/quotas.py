"""How many connections each address may hold: strangers share a small pool, admitted devices have their own share."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits for open connections."""

    known: int = 60
    """Connections of an address from which an admitted device came: several tabs, each with its pictures."""
    stranger: int = 20
    """Connections of any other address."""
    strangers: int = 200
    """Connections of all strangers together."""
    handshakes: int = 8
    """Unfinished TLS handshakes of one address."""
    all_handshakes: int = 48
    """Unfinished TLS handshakes of all strangers together."""
    known_seconds: float = 3600.0
    """Seconds for which an address stays known after a device's last request."""
    addresses: int = 1024
    """Maximum number of known addresses."""


class Quotas:
    """Counts the open connections of each address; it belongs to the server's loop, except :meth:`note_device`.

    Args:
        limits: The limits.
        clock: Returns the time in seconds.
    """

    def __init__(self, limits: ConnectionLimits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits, self._clock = limits or ConnectionLimits(), clock
        self._open, self._greeting = Counter[str](), Counter[str]()
        self._known: OrderedDict[str, float] = OrderedDict()

    def note_device(self, address: str) -> None:
        """Note that an admitted device came from this address."""
        self._known[address] = self._clock()
        self._known.move_to_end(address)
        while len(self._known) > self._limits.addresses:
            self._known.popitem(last=False)

    def is_known(self, address: str) -> bool:
        """Return whether an admitted device came from this address in the last hour."""
        since = self._known.get(address)
        return since is not None and self._clock() - since < self._limits.known_seconds

    def take(self, address: str) -> bool:
        """Count a connection; return whether it may stay. :meth:`release` ends it in either case."""
        self._open[address] += 1
        limits = self._limits
        if self.is_known(address):
            return self._open[address] <= limits.known
        return self._open[address] <= limits.stranger and self._strangers(self._open) <= limits.strangers

    def release(self, address: str) -> None:
        """Count a connection no longer."""
        _drop(self._open, address)

    def greet(self, address: str) -> bool:
        """Count a TLS handshake; return whether it may go on. :meth:`agree` ends it in either case."""
        self._greeting[address] += 1
        limits = self._limits
        if self._greeting[address] > limits.handshakes:
            return False
        return self.is_known(address) or self._strangers(self._greeting) <= limits.all_handshakes

    def agree(self, address: str) -> None:
        """Count a TLS handshake no longer."""
        _drop(self._greeting, address)

    def _strangers(self, counted: Counter[str]) -> int:
        return sum(number for address, number in counted.items() if not self.is_known(address))


def _drop(counted: Counter[str], address: str) -> None:
    counted[address] -= 1
    if counted[address] <= 0:
        del counted[address]
