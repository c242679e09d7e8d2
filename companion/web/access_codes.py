"""Access codes of the web page: used once, limited in time and tries, revoked at the table."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.web.one_time_codes import CodeLimits, OneTimeCodes

__all__ = ["AccessCodes", "CodeLimits", "Visit"]


@dataclass(frozen=True, slots=True)
class Visit:
    """A visitor with a valid code. ``seat``: whose page it is; None for the scoreboard."""

    seat: int | None
    until: float
    number: int = 0
    """Counts the visits."""
    address: str = ""
    """The visitor's address."""


class AccessCodes:
    """The codes by seat, and the visits that they opened; thread-safe.

    Args:
        clock: Returns the time in seconds.
        limits: How long codes and visits last.
    """

    def __init__(self, clock: Callable[[], float], limits: CodeLimits | None = None) -> None:
        self._clock, self._limits = clock, limits or CodeLimits()
        self._lock = threading.Lock()
        self._codes: OneTimeCodes[int | None] = OneTimeCodes(clock, limits)
        self._visits: dict[str, Visit] = {}
        self._came = 0

    def issue(self, seat: int | None) -> str:
        """Return a new code for a seat's page, which ends the seat's earlier one; or one more for the scoreboard."""
        return self._codes.issue(seat, only=seat is not None)

    def admit(self, code: str, address: str) -> str | None:
        """Use up a code and open a visit.

        Args:
            code: What the visitor typed.
            address: The visitor's address.

        Returns:
            The key of the visit; None for a wrong code or after too many tries.
        """
        redeemed = self._codes.redeem(code, address)
        if redeemed is None:
            return None
        now, limits = self._clock(), self._limits
        with self._lock:
            self._visits = {key: visit for key, visit in self._visits.items() if visit.until > now}
            while len(self._visits) >= limits.visits:
                del self._visits[next(iter(self._visits))]
            key = secrets.token_urlsafe(32)
            self._came += 1
            self._visits[key] = Visit(redeemed.grant, now + limits.visit_seconds, self._came, address)
            return key

    def is_valid(self, code: str) -> bool:
        """Return whether a code can still be used."""
        return self._codes.is_valid(code)

    def is_blocked(self, address: str) -> bool:
        """Return whether too many wrong codes came from an address."""
        return self._codes.is_blocked(address)

    def find_visit(self, key: str) -> Visit | None:
        """Return the visit with this key while it lasts."""
        with self._lock:
            found = self._visits.get(key)
            return found if found is not None and found.until > self._clock() else None

    def revoke(self, seat: int | None) -> None:
        """End the visits of a seat's page, or of the scoreboard, and its codes."""
        self._codes.cancel(seat)
        with self._lock:
            self._visits = {key: visit for key, visit in self._visits.items() if visit.seat != seat}

    def cancel_unused(self, seat: int | None) -> None:
        """End the unused codes of a seat's page, or of the scoreboard; visits stay."""
        self._codes.cancel(seat)

    def end_visit(self, number: int) -> None:
        """End the visit with this number."""
        with self._lock:
            self._visits = {key: visit for key, visit in self._visits.items() if visit.number != number}

    def list_visits(self) -> tuple[Visit, ...]:
        """Return the visits, the first to come first."""
        with self._lock:
            now = self._clock()
            return tuple(visit for visit in self._visits.values() if visit.until > now)
