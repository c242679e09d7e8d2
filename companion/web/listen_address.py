"""The address and port at which the web page is served."""

from __future__ import annotations

import socket

from companion.errors import CompanionError
from companion.locale import Message

TABLE_PORT, CAMERA_PORT = 8460, 8461
"""The usual ports of the table's page and of the camera page.

They are fixed because a browser treats another port as another site, without the stored notes and the accepted
certificate.
"""


class AddressUnavailable(CompanionError):
    """The page cannot be served at an address."""


def open_socket(host: str, port: int | None, usual: int) -> socket.socket:
    """Return a socket that listens.

    Raises :class:`AddressUnavailable`.

    Args:
        host: The IP address.
        port: The port; 0 for any free one, None for the usual one or, if it is taken, any.
        usual: The usual port.

    Returns:
        The socket.
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
            Message("cannot serve the web page there ({why})", {"why": error.strerror or str(error)}),
            Message("choose an address of this computer and a free port"),
        ) from error
