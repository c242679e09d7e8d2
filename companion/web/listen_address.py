"""The address and port at which the web page is served."""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address

from companion.errors import CompanionError
from companion.locale import Message
from companion.web.certificates import DOMAINS
from companion.web.network_interfaces import list_interfaces

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
    """The names and addresses under which it answers, without the port, besides the private address that is opened."""


def find_place(host: str | None) -> Place:
    """Return where to serve a page.

    Args:
        host: An IP address of this computer or its name; ``0.0.0.0`` or None for all of its private addresses.

    Returns:
        The place.

    Raises:
        AddressUnavailable: The name is not known.
    """
    if host in (None, EVERYWHERE, ""):
        likeliest = list_interfaces()[0].address
        return Place(EVERYWHERE, likeliest, _own_names() | {likeliest})
    found = _resolve(host)
    if found == EVERYWHERE:
        return find_place(EVERYWHERE)
    if ip_address(found).is_loopback and host not in ("localhost", found):
        # Many systems give their own name a loopback address, which no phone can open.
        found = list_interfaces()[0].address
    return Place(found, found, _own_names() | {found, host.lower()})


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


def _own_names() -> frozenset[str]:
    """Return this computer's names in a home network; nobody on the internet can own them."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset({"localhost", name, *(f"{name}.{domain}" for domain in DOMAINS)})


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
