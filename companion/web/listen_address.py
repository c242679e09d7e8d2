"""The address and port at which the web page is served."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address

from companion.errors import CompanionError
from companion.locale import Message
from companion.web.network_interfaces import LOOPBACK, list_interfaces

TABLE_PORT, CAMERA_PORT = 8460, 8461
"""The usual ports of the table's page and of the camera page.

They are fixed because a browser treats another port as another site, without the stored notes and the accepted
certificate.
"""
EVERYWHERE = "0.0.0.0"
"""Stands for every address of this computer."""


class AddressUnavailable(CompanionError):
    """The page cannot be served at an address."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page is served."""

    bind: str
    """The IP address to listen on."""
    shown: str
    """The IP address that other devices open."""
    hosts: frozenset[str]
    """The names and addresses under which it answers, without the port."""

    @property
    def is_local(self) -> bool:
        """Whether only this computer can open it."""
        return ip_address(self.shown).is_loopback


def find_place(host: str | None) -> Place:
    """Return where to serve a page.

    Args:
        host: An IP address of this computer, its name, ``0.0.0.0`` for all of its addresses, or None for the one that
            phones in the same network can open.

    Returns:
        The place.

    Raises:
        AddressUnavailable: The name is not known.
    """
    if host is None:
        address = find_network_address()
        return Place(address, address, _names(address))
    if host in (EVERYWHERE, ""):
        every = frozenset(one.address for one in list_interfaces())
        return Place(EVERYWHERE, find_network_address(), every | {"localhost"})
    found = _resolve(host)
    if found == EVERYWHERE:
        return find_place(EVERYWHERE)
    if ip_address(found).is_loopback and host not in ("localhost", found):
        # Many systems give their own name a loopback address, which no phone can open.
        found = find_network_address()
    return Place(found, found, _names(found) | {host.lower()})


def find_network_address() -> str:
    """Return the IPv4 address of this computer that phones in the same network can open, else the loopback's."""
    known = [one.address for one in list_interfaces()]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # sends nothing; the system chooses the interface of the usual route
            usual = str(line.getsockname()[0])
        except OSError:
            usual = ""
    return usual if usual in known and not ip_address(usual).is_loopback else known[0]


def open_socket(host: str, port: int | None, usual: int) -> socket.socket:
    """Return a socket that listens.

    Raises :class:`AddressUnavailable`.

    Args:
        host: The IP address.
        port: The port; 0 for any free one, None for the usual one or, if it is taken, any.
        usual: The usual port.
    """
    if port is None:
        try:
            return _listening(host, usual)
        except AddressUnavailable:
            port = 0
    return _listening(host, port)


def _names(address: str) -> frozenset[str]:
    return frozenset({address, "localhost"} if address == LOOPBACK else {address})


def _resolve(host: str) -> str:
    try:
        return str(IPv4Address(host))
    except ValueError:
        pass
    try:
        return str(socket.getaddrinfo(host, None, socket.AF_INET)[0][4][0])
    except (OSError, UnicodeError) as error:
        raise _unavailable(host, getattr(error, "strerror", None) or str(error)) from error


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        raise _unavailable(f"{host}:{port}", error.strerror or str(error)) from error


def _unavailable(thing: str, why: str) -> AddressUnavailable:
    return AddressUnavailable(
        thing,
        Message("cannot serve the web page there ({why})", {"why": why}),
        Message("choose an address of this computer and a free port"),
    )
