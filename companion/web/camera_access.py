"""Who may send pictures: phones that brought a code, until they are sent away or the evening is over."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable

from companion.web.access_codes import AccessCodes, CodeLimits

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
        self._codes: AccessCodes[str] = AccessCodes(clock, limits)
        self._shown, self._until = "", dict[str, float]()

    def code(self) -> str:
        """Return the unused code that is shown already, or a new one."""
        with self._lock:
            if not self._codes.is_valid(self._shown):
                self._shown = self._codes.issue(CAMERA, only=True)
            return self._shown

    def is_valid(self, code: str) -> bool:
        """Return whether a code can still be used."""
        return self._codes.is_valid(code)

    def is_blocked(self, address: str) -> bool:
        """Return whether too many wrong codes came from an address."""
        return self._codes.is_blocked(address)

    def admit(self, code: str, address: str) -> str | None:
        """Use up a code and admit a phone.

        Args:
            code: What it brings.
            address: Its address.

        Returns:
            The key that it keeps; None for a wrong code or after too many tries.
        """
        if self._codes.redeem(code, address) is None:
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
        self._codes.cancel(CAMERA)
        with self._lock:
            self._until = {}
