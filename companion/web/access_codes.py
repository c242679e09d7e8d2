"""Who may look, and as whom: codes good once and for a while, limited in tries, and taken back at the table."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are read as one another."""
LENGTH = 8


@dataclass(frozen=True, slots=True)
class CodeLimits:
    """How long and how often."""

    code_seconds: float = 600.0
    """A code that nobody used is good so long."""
    visit_seconds: float = 12 * 3600.0
    """Whoever came in stays so long: an evening."""
    tries: int = 5
    """Wrong codes from one address, within :attr:`tries_seconds`."""
    tries_seconds: float = 60.0
    all_tries: int = 200
    """Wrong codes from everywhere before every code is taken back."""
    visits: int = 400
    """Who may be in at once; the longest there goes first."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody who came in. ``seat``: whose page it is; None: the scoreboard."""

    seat: int | None
    until: float
    number: int = 0
    """Counts who came in."""
    address: str = ""
    """From where."""


class AccessCodes:
    """Codes by seat, and the visits that were let in. Use it from any thread; ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float], limits: CodeLimits | None = None) -> None:
        self._clock, self._limits = clock, limits or CodeLimits()
        self._lock = threading.Lock()
        self._codes: dict[int | None, list[tuple[str, float]]] = {}
        self._visits: dict[str, Visit] = {}
        self._wrong: dict[str, list[float]] = {}
        self._all_wrong, self._came = 0, 0

    def issue(self, seat: int | None) -> str:
        """A new code for this seat's page, or for the scoreboard. A seat has one at a time: earlier ones end."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        with self._lock:
            earlier = [] if seat is not None else self._codes.get(None, [])
            self._codes[seat] = [*earlier[-self._limits.visits :], (code, self._clock() + self._limits.code_seconds)]
        return code

    def admit(self, code: str, address: str) -> str | None:
        """The key of a visit for a code that is good, which it is no more then; None for a wrong one, or too many."""
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
        """Whether somebody could come in by it still: it was neither used nor taken back, and its time is not up."""
        with self._lock:
            self._forget(self._clock())
            return any(code == one[0] for codes in self._codes.values() for one in codes)

    def is_blocked(self, address: str) -> bool:
        """Whether so many wrong codes came from there that none is heard for a while."""
        with self._lock:
            self._forget(self._clock())
            return len(self._wrong.get(address, ())) >= self._limits.tries

    def find_visit(self, key: str) -> Visit | None:
        """Whoever has this key, while the visit lasts."""
        with self._lock:
            found = self._visits.get(key)
            return found if found is not None and found.until > self._clock() else None

    def revoke(self, seat: int | None) -> None:
        """Nobody looks as this seat any more, or as those who watch, and codes for that are good for nothing."""
        with self._lock:
            self._codes.pop(seat, None)
            self._visits = {key: visit for key, visit in self._visits.items() if visit.seat != seat}

    def cancel_unused(self, seat: int | None) -> None:
        """Codes given for that and not used yet are good for nothing; whoever is in stays."""
        with self._lock:
            self._codes.pop(seat, None)

    def end_visit(self, number: int) -> None:
        """This one visitor looks no more."""
        with self._lock:
            self._visits = {key: visit for key, visit in self._visits.items() if visit.number != number}

    def list_visits(self) -> tuple[Visit, ...]:
        """Who is in, the first to come first."""
        with self._lock:
            now = self._clock()
            return tuple(visit for visit in self._visits.values() if visit.until > now)

    def _owner(self, code: str) -> tuple[int | None, bool]:
        """Whose code it is, and whether it is one; it is used up then."""
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
