"""A serial port, a pseudo-terminal or a pyserial URL; every loss of it is one error."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import serial

if sys.platform == "android":  # where pyserial knows no ports, says so at length, and raises
    list_ports = None
else:
    from serial.tools import list_ports

try:
    from termios import error as TermiosError  # noqa: N812
except ImportError:  # no termios on Windows, so nothing raises it
    TermiosError = OSError  # type: ignore[assignment,misc]

BAUD = 57600
_BLIND_WAIT = 0.05
"""Maximum seconds of a read on a port that cannot be woken."""

_USB_SERIAL = {
    (0x2341, None),  # Arduino
    (0x2A03, None),  # Arduino, the other one
    (0x1A86, 0x7523),  # CH340
    (0x1A86, 0x5523),  # CH341
    (0x0403, 0x6001),  # FT232R
    (0x10C4, 0xEA60),  # CP210x
    (0x067B, 0x2303),  # PL2303
}


class PortLost(Exception):
    """A port that cannot be opened, or that was lost."""

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(f"{name}: {reason}")


def likely_ports() -> Sequence[str]:
    """Return the ports with the USB chip of an Uno, a Nano or one of their copies; a greeting must confirm them."""
    return [
        port.device
        for port in (list_ports.comports() if list_ports is not None else ())
        if is_likely_chip(port.vid, port.pid)
    ]


def is_likely_chip(vendor: int | None, product: int | None) -> bool:
    """Return True if these USB numbers are of the chip of an Uno, a Nano or one of their copies."""
    return (vendor, None) in _USB_SERIAL or (vendor, product) in _USB_SERIAL


class Port:
    """An open port for one reading thread; ``write`` and ``wake`` may be called from others."""

    def __init__(self, name: str) -> None:
        """Open the port, exclusively if the system can; :class:`PortLost` otherwise."""
        self.name = name
        alone: dict[str, Any] = {} if "://" in name else {"exclusive": True}
        try:
            self._serial = serial.serial_for_url(name, baudrate=BAUD, timeout=_BLIND_WAIT, write_timeout=1, **alone)
        except (OSError, TermiosError, ValueError) as error:
            raise PortLost(name, _plainly(error)) from error

    def read(self, seconds: float) -> bytes:
        """Return what arrives first; nothing after ``seconds``, or when woken.

        Args:
            seconds: how long to wait.

        Returns:
            The bytes.

        Raises:
            PortLost: if the port is gone.
        """
        wakes = hasattr(self._serial, "cancel_read")
        wait = max(0.0, seconds if wakes else min(seconds, _BLIND_WAIT))
        try:
            if self._serial.timeout != wait:
                self._serial.timeout = wait
            first: bytes = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (OSError, TermiosError, TypeError) as error:
            raise PortLost(self.name, _plainly(error)) from error

    def write(self, data: bytes) -> None:
        """Send bytes.

        Args:
            data: the bytes.

        Raises:
            PortLost: if the port is gone.
        """
        try:
            self._serial.write(data)
        except (OSError, TermiosError, TypeError) as error:
            raise PortLost(self.name, _plainly(error)) from error

    def wake(self) -> None:
        """Let a waiting ``read`` return."""
        if hasattr(self._serial, "cancel_read"):
            with suppress(OSError, TypeError):
                self._serial.cancel_read()

    def close(self) -> None:
        """Close the port."""
        with suppress(OSError, TermiosError):
            self._serial.close()


def _plainly(error: BaseException) -> str:
    """Return the reason in words; pyserial often has the system's error number only in its text."""
    text, number = str(error), getattr(error, "errno", None)
    for numbers, signs, reason in REASONS:
        if number in numbers or any(sign in text for sign in signs):
            return reason
    return text or "disconnected"


REASONS: tuple[tuple[tuple[int, ...], tuple[str, ...], str], ...] = (
    ((errno.EAGAIN, errno.EBUSY), ("exclusively lock",), "in use by another program"),
    ((errno.EACCES,), ("Permission denied",), "permission denied"),
    ((errno.ENOENT,), ("No such file",), "no such port"),
    ((errno.ENOTTY,), ("Inappropriate ioctl",), "not a serial port"),
    ((errno.EIO, errno.ENXIO), ("Input/output error", "readiness to read", "read failed"), "unplugged"),
)
