"""Services of a Linux system that take a roller's serial port: brltty for Braille displays, ModemManager for modems."""

from collections.abc import Sequence
from pathlib import Path

from companion.locale import Message
from firmware_bridge.port import is_likely_chip

_PROCESSES = Path("/proc")
_USB_DEVICES = Path("/sys/bus/usb/devices")

STOP_COMMANDS = {
    "brltty": "sudo systemctl stop brltty",
    "ModemManager": "sudo systemctl stop ModemManager",
}
"""By the name of its process, the command that stops each service.

brltty claims the USB chips of most Nanos. ModemManager writes to a new port for half a minute.
"""


def running_services(processes: Path = _PROCESSES) -> list[str]:
    """Return the names of those services that run now; none on a system without ``/proc``."""
    names = {_text(comm) for comm in processes.glob("[0-9]*/comm")}
    return [service for service in STOP_COMMANDS if service in names]


def chips_without_port(devices: Path = _USB_DEVICES) -> list[str]:
    """Return the USB devices that have a roller's chip and no serial port, as ``1a86:7523``."""
    found = []
    for vendor_file in sorted(devices.glob("*/idVendor")):
        vendor, product = _text(vendor_file), _text(vendor_file.with_name("idProduct"))
        try:
            likely = is_likely_chip(int(vendor, 16), int(product, 16))
        except ValueError:
            continue
        if likely and not any(vendor_file.parent.glob("*:*/tty*")):
            found.append(f"{vendor}:{product}")
    return found


def describe_services(services: Sequence[str]) -> list[Message]:
    """Return a sentence for each running service: what it does to a roller's port, and the command that stops it."""
    return [
        Message(
            "{service} may block the roller's port. Stop it with `{command}`, then reconnect the roller.",
            {"service": service, "command": STOP_COMMANDS[service]},
        )
        for service in services
    ]


def _text(path: Path) -> str:
    """Return a file's text; "" if the process or the device has gone, or may not be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
