"""A serial port, a pseudo-terminal or a pyserial URL; every loss of it is one error."""

import errno
import re
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
    0x2341: None,  # Arduino
    0x2A03: None,  # Arduino, the other one
    # CH340, K, CH341, 330, 9342, 343, 9102, 9101
    0x1A86: (0x7523, 0x7522, 0x5523, 0xE523, 0x55D2, 0x55D3, 0x55D4, 0x55D8),
    0x0403: (0x6001, 0x6010, 0x6014, 0x6015),  # FT232R, FT2232, FT232H, FT230X and FT231X
    0x10C4: (0xEA60, 0xEA63, 0xEA70, 0xEA71),  # CP2102 to CP2104, CP2102N, CP2105, CP2108
    0x067B: (0x2303, 0x2304, 0x23A3, 0x23B3, 0x23C3, 0x23D3, 0x23E3, 0x23F3),  # PL2303 and its G series
    0x04D8: (0x00DD, 0x000A),  # MCP2221, MCP2200
    0x04D9: (0xB534,),  # HT42B534
}
"""Products by vendor; None: all of them."""


class PortLost(Exception):
    """A port that cannot be opened, or that was lost."""

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason
        super().__init__(f"{name}: {reason}")


def likely_ports() -> Sequence[str]:
    """Return the ports with the USB chip of an Uno, a Nano or one of their copies; a greeting must confirm them."""
    ports = list_ports.comports() if list_ports is not None else ()
    return [port.device for port in ports if is_likely_chip(port.vid, port.pid)]


def is_likely_chip(vendor: int | None, product: int | None) -> bool:
    """Return True if these USB numbers are of the chip of an Uno, a Nano or one of their copies."""
    products = _USB_SERIAL.get(vendor, ()) if vendor is not None else ()
    return products is None or product in products


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
    if windows := WINDOWS_ERROR.search(text):
        # Windows denies access to what another program has open, and to an open port that was unplugged.
        denied = "in use by another program" if "could not open port" in text else "unplugged"
        return WINDOWS_REASONS.get(int(windows[1]), denied if int(windows[1]) == ACCESS_DENIED else windows[0])
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
WINDOWS_ERROR = re.compile(r"Error\(\d+, .*?, (\d+)\)", re.DOTALL)
"""An error of Windows in pyserial's text, in the system's language; its own number stands last."""
ACCESS_DENIED = 5
WINDOWS_REASONS = {
    **dict.fromkeys((32, 33, 170), "in use by another program"),  # sharing or lock violated, busy
    **dict.fromkeys((2, 3, 15, 123), "no such port"),  # file, path or drive not found, invalid name
    **dict.fromkeys((1, 50, 87), "not a serial port"),  # function or request not supported, invalid parameter
    # invalid handle, not ready, unknown command, cancelled, device gone or failed, not connected
    **dict.fromkeys((6, 21, 22, 55, 433, 617, 995, 1117, 1167), "unplugged"),
    **dict.fromkeys((31, 121, 258, 1450, 1460), "not responding"),  # general failure, timeouts, no resources
}
"""The reasons by Windows' own error numbers (learn.microsoft.com, System Error Codes)."""
