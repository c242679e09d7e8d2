"""Codes that admit devices, limited in time and tries, and the phones that may send pictures."""

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

Grant = TypeVar("Grant")

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The letters of codes, without those that look alike."""
LENGTH = 8
"""Letters in a code."""
MAX_CODES = 400
"""Maximum number of unused codes for one thing."""


@dataclass(frozen=True, slots=True)
class CodeLimits:
    """How long codes and visits last, and how many tries there are."""

    code_seconds: float = 600.0
    """Seconds after which an unused code ends."""
    visit_seconds: float = 12 * 3600.0
    """Seconds after which a visit, or a standing code, ends: an evening."""
    tries: int = 5
    """Wrong codes from one address, within :attr:`tries_seconds`."""
    tries_seconds: float = 60.0
    all_tries: int = 200
    """Wrong codes from all addresses after which every code ends."""


@dataclass(frozen=True, slots=True)
class _Code:
    code: str
    until: float
    stands: bool


class AccessCodes(Generic[Grant]):
    """Codes, each for something that it grants; thread-safe.

    Args:
        clock: Returns the time in seconds.
        limits: How long codes last.
    """

    def __init__(self, clock: Callable[[], float], limits: CodeLimits | None = None) -> None:
        self._clock, self._limits = clock, limits or CodeLimits()
        self._lock = threading.Lock()
        self._codes: dict[Grant, list[_Code]] = {}
        self._wrong: dict[str, list[float]] = {}
        self._all_wrong = 0

    def issue(self, grant: Grant, *, only: bool = False, stands: bool = False) -> str:
        """Return a new code.

        Args:
            grant: What it is for; hashable, and not None.
            only: Whether it ends the earlier codes for the same.
            stands: Whether any number of visitors may use it, for an evening.
        """
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        lasts = self._limits.visit_seconds if stands else self._limits.code_seconds
        with self._lock:
            earlier = [] if only else self._codes.get(grant, [])
            self._codes[grant] = [*earlier[-MAX_CODES:], _Code(code, self._clock() + lasts, stands)]
        return code

    def redeem(self, code: str, address: str) -> Grant | None:
        """Use a code; one that does not stand is used up.

        Args:
            code: What the visitor typed.
            address: The visitor's address.

        Returns:
            What it was for; None for a wrong code or after too many tries.
        """
        now, limits = self._clock(), self._limits
        with self._lock:
            self._forget(now)
            if len(self._wrong.get(address, ())) >= limits.tries:
                return None
            found = self._take(code.strip().upper())
            if found is None:
                self._wrong.setdefault(address, []).append(now)
                self._all_wrong += 1
                if self._all_wrong >= limits.all_tries:
                    self._codes, self._all_wrong = {}, 0
            return found

    def is_valid(self, code: str) -> bool:
        """Return whether a code can still be used."""
        with self._lock:
            self._forget(self._clock())
            return any(code == one.code for codes in self._codes.values() for one in codes)

    def is_blocked(self, address: str) -> bool:
        """Return whether too many wrong codes came from an address."""
        with self._lock:
            self._forget(self._clock())
            return len(self._wrong.get(address, ())) >= self._limits.tries

    def cancel(self, grant: Grant) -> None:
        """End the unused codes for something."""
        with self._lock:
            self._codes.pop(grant, None)

    def _take(self, code: str) -> Grant | None:
        for grant, codes in self._codes.items():
            for one in codes:
                if hmac.compare_digest(one.code.encode(), code.encode()):
                    if not one.stands:
                        codes.remove(one)
                    return grant
        return None

    def _forget(self, now: float) -> None:
        self._codes = {
            grant: kept for grant, codes in self._codes.items() if (kept := [one for one in codes if one.until > now])
        }
        since = now - self._limits.tries_seconds
        late = {address: [at for at in tries if at > since] for address, tries in self._wrong.items()}
        self._wrong = {address: tries for address, tries in late.items() if tries}


CAMERA = "camera"
"""What its codes are for."""
MAX_PHONES = 20
"""Maximum number of phones; the one that came first ends first."""


class CameraAccess:
    """The code that admits a phone, and the keys of those that it admitted; thread-safe.

    Args:
        clock: Returns the time in seconds.
        limits: How long codes and visits last.
    """

    def __init__(self, clock: Callable[[], float], limits: CodeLimits | None = None) -> None:
        self._clock, self._limits = clock, limits or CodeLimits()
        self._lock = threading.Lock()
        self.codes: AccessCodes[str] = AccessCodes(clock, limits)
        self._shown, self._until = "", dict[str, float]()

    def code(self) -> str:
        """Return the unused code that is shown already, or a new one."""
        with self._lock:
            if not self.codes.is_valid(self._shown):
                self._shown = self.codes.issue(CAMERA, only=True)
            return self._shown

    def admit(self, code: str, address: str) -> str | None:
        """Use up a code and admit a phone.

        Args:
            code: What it brings.
            address: Its address.

        Returns:
            The key that it keeps; None for a wrong code or after too many tries.
        """
        if self.codes.redeem(code, address) is None:
            return None
        key, now = secrets.token_urlsafe(32), self._clock()
        with self._lock:
            latest = [(one, until) for one, until in self._until.items() if until > now]
            self._until = {**dict(latest[1 - MAX_PHONES :]), key: now + self._limits.visit_seconds}
        return key

    def is_admitted(self, key: str) -> bool:
        """Return whether a phone with this key may send pictures."""
        with self._lock:
            return self._until.get(key, 0.0) > self._clock()

    def revoke(self) -> None:
        """Send every phone away, and end the unused code."""
        self.codes.cancel(CAMERA)
        with self._lock:
            self._until = {}
