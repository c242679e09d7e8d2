"""Access codes of the web page: used once, limited in time and tries, revoked at the table."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters of codes, without those that look alike."""
LENGTH = 8
"""Letters in a code."""


@dataclass(frozen=True, slots=True)
class CodeLimits:
    """How long codes and visits last, and how many tries there are."""

    code_seconds: float = 600.0
    """Seconds after which an unused code ends."""
    visit_seconds: float = 12 * 3600.0
    """Seconds after which a visit ends: an evening."""
    tries: int = 5
    """Wrong codes from one address, within :attr:`tries_seconds`."""
    tries_seconds: float = 60.0
    all_tries: int = 200
    """Wrong codes from all addresses after which every code ends."""
    visits: int = 400
    """Maximum number of visits; the oldest ends first."""


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
        self._codes: dict[int | None, list[tuple[str, float]]] = {}
        self._visits: dict[str, Visit] = {}
        self._wrong: dict[str, list[float]] = {}
        self._all_wrong, self._came = 0, 0

    def issue(self, seat: int | None) -> str:
        """Return a new code for a seat's page, which ends the seat's earlier one; or one more for the scoreboard."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        with self._lock:
            earlier = [] if seat is not None else self._codes.get(None, [])
            self._codes[seat] = [*earlier[-self._limits.visits :], (code, self._clock() + self._limits.code_seconds)]
        return code

    def admit(self, code: str, address: str) -> str | None:
        """Use up a code and open a visit.

        Args:
            code: What the visitor typed.
            address: The visitor's address.

        Returns:
            The key of the visit; None for a wrong code or after too many tries.
        """
        now, limits = self._clock(), self._limits
        with self._lock:
            self._forget(now)
            if len(self._wrong.get(address, ())) >= limits.tries:
                return None
            seat, known = self._owner(code.strip().upper())
            if not known:
                self._wrong.setdefault(address, []).append(now)
                self._all_wrong += 1
                if self._all_wrong >= limits.all_tries:
                    self._codes, self._all_wrong = {}, 0
                return None
            while len(self._visits) >= limits.visits:
                del self._visits[next(iter(self._visits))]
            key = secrets.token_urlsafe(32)
            self._came += 1
            self._visits[key] = Visit(seat, now + limits.visit_seconds, self._came, address)
            return key

    def is_valid(self, code: str) -> bool:
        """Return whether a code can still be used."""
        with self._lock:
            self._forget(self._clock())
            return any(code == one[0] for codes in self._codes.values() for one in codes)

    def is_blocked(self, address: str) -> bool:
        """Return whether too many wrong codes came from an address."""
        with self._lock:
            self._forget(self._clock())
            return len(self._wrong.get(address, ())) >= self._limits.tries

    def find_visit(self, key: str) -> Visit | None:
        """Return the visit with this key while it lasts."""
        with self._lock:
            found = self._visits.get(key)
            return found if found is not None and found.until > self._clock() else None

    def revoke(self, seat: int | None) -> None:
        """End the visits of a seat's page, or of the scoreboard, and its codes."""
        with self._lock:
            self._codes.pop(seat, None)
            self._visits = {key: visit for key, visit in self._visits.items() if visit.seat != seat}

    def cancel_unused(self, seat: int | None) -> None:
        """End the unused codes of a seat's page, or of the scoreboard; visits stay."""
        with self._lock:
            self._codes.pop(seat, None)

    def end_visit(self, number: int) -> None:
        """End the visit with this number."""
        with self._lock:
            self._visits = {key: visit for key, visit in self._visits.items() if visit.number != number}

    def list_visits(self) -> tuple[Visit, ...]:
        """Return the visits, the first to come first."""
        with self._lock:
            now = self._clock()
            return tuple(visit for visit in self._visits.values() if visit.until > now)

    def _owner(self, code: str) -> tuple[int | None, bool]:
        """Use up a code; return its seat and whether it was valid."""
        for seat, codes in self._codes.items():
            for one in codes:
                if hmac.compare_digest(one[0].encode(), code.encode()):
                    codes.remove(one)
                    return seat, True
        return None, False

    def _forget(self, now: float) -> None:
        for seat, codes in self._codes.items():
            self._codes[seat] = [one for one in codes if one[1] > now]
        self._visits = {key: visit for key, visit in self._visits.items() if visit.until > now}
        since = now - self._limits.tries_seconds
        kept = {address: [at for at in tries if at > since] for address, tries in self._wrong.items()}
        self._wrong = {address: tries for address, tries in kept.items() if tries}
