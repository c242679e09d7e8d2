"""The network interfaces at which this computer can serve the web page."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address

from companion.errors import CompanionError
from companion.installation import package_hint
from companion.locale import Message

LOOPBACK = "127.0.0.1"
REQUIRED_PACKAGES = ("starlette", "uvicorn", "segno", "ifaddr", "cryptography")
"""The packages of the web page."""


class MissingPackages(CompanionError):
    """Packages that the web page needs are not installed."""


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface: its name in the system, and its address."""

    name: str
    address: str

    @property
    def is_loopback(self) -> bool:
        """Whether only this computer can reach it."""
        return self.address == LOOPBACK


def is_installed() -> bool:
    """Return whether the packages of the web page are installed."""
    return all(find_spec(name) is not None for name in REQUIRED_PACKAGES)


def check_installed() -> None:
    """Raise :class:`MissingPackages` with the command that installs them if a package is missing."""
    missing = [name for name in REQUIRED_PACKAGES if find_spec(name) is None]
    if missing:
        raise MissingPackages(
            Message("the web page"),
            Message("needs packages that are not installed: {names}", {"names": ", ".join(missing)}),
            package_hint(missing[0]),
        )


def list_interfaces() -> tuple[Interface, ...]:
    """Return the interfaces with an IPv4 address: those that phones may reach first, the loopback last."""
    import ifaddr

    found = {
        str(ip.ip): Interface(ip.nice_name, str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    }
    others = [one for one in found.values() if not ip_address(one.address).is_loopback]
    others.sort(key=lambda one: (ip_address(one.address).is_link_local, one.name, one.address))
    return (*others, Interface("lo", LOOPBACK))
