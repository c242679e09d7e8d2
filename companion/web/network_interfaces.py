"""The addresses at which this machine can be reached, one of which serves the page."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address

from companion.errors import CompanionError
from companion.locale import Message

LOOPBACK = "127.0.0.1"
REQUIRED_PACKAGES = ("starlette", "uvicorn", "segno", "ifaddr", "cryptography")
"""The packages of the extra ``page``."""


class MissingPackages(CompanionError):
    """What the page needs is not installed."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One of this machine's lines to others: what the system calls it, and its address there."""

    name: str
    address: str

    @property
    def is_loopback(self) -> bool:
        return self.address == LOOPBACK


def is_installed() -> bool:
    """Whether all is here that the page needs."""
    return all(find_spec(name) is not None for name in REQUIRED_PACKAGES)


def check_installed() -> None:
    """Raises :class:`NoPage`, which says how to get it, where a package is missing that the page needs."""
    missing = [name for name in REQUIRED_PACKAGES if find_spec(name) is None]
    if missing:
        raise MissingPackages(
            Message("the page"),
            Message("needs packages that are not installed here: {names}", {"names": ", ".join(missing)}),
            Message("install them: python -m pip install 'decktet-companion[page]'"),
        )


def list_interfaces() -> tuple[Interface, ...]:
    """Those with an IPv4 address, the ones that phones may reach first; last this machine alone."""
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
