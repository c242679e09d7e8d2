"""Where a page is served: an address of this machine and a port."""

from __future__ import annotations

import socket

from companion.errors import CompanionError
from companion.locale import Message

TABLE_PORT, CAMERA_PORT = 8460, 8461
"""The usual ports of a table's page and of a phone camera's.

Usual, because to a browser another port is another place, which knows neither what a player noted there before nor the
certificate that was looked at.
"""


class AddressUnavailable(CompanionError):
    """The page cannot be served there."""


def open_socket(host: str, port: int | None, usual: int) -> socket.socket:
    """Listens there: 0 is any port that is free, and None the usual one, or any where that is taken.

    Raises :class:`NoAddress`.
    """
    if port is None:
        try:
            return _listening(host, usual)
        except AddressUnavailable:
            port = 0
    return _listening(host, port)


def _listening(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        raise AddressUnavailable(
            f"{host}:{port}",
            Message("the page cannot be served there ({why})", {"why": error.strerror or str(error)}),
            Message("name an address of this machine and a free port"),
        ) from error
