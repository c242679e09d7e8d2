"""Connect to a machine by name or number, with time limits for the look-up too."""

from __future__ import annotations

import socket
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any

_Found = list[tuple[Any, Any, Any, Any, Any]]


class NameNotFound(OSError):
    """No name server answered in time."""


class ConnectTimeout(TimeoutError):
    """No connection was made in time: nobody is there, or a firewall drops what is sent."""


def connect(host: str, port: int, still: float, until: float) -> socket.socket:
    """Connect to the first address of a machine that answers.

    Args:
        host: Name or number of the machine.
        port: The port.
        still: Seconds for each of its addresses.
        until: The end of all attempts, a time of ``time.monotonic``.

    Raises:
        OSError: The machine is unknown, or none of its addresses answers.
    """
    failed: OSError = NameNotFound()
    for family, kind, protocol, _, address in _looked_up(host, port, until):
        left = until - time.monotonic()
        if left <= 0:
            raise ConnectTimeout
        connection = socket.socket(family, kind, protocol)
        connection.settimeout(min(still, left))
        try:
            connection.connect(address)
        except OSError as error:
            connection.close()
            failed = ConnectTimeout() if isinstance(error, TimeoutError) else error
        else:
            return connection
    raise failed


def _looked_up(host: str, port: int, until: float) -> _Found:
    """Look a name up in another thread: the system's own look-up has no time limit."""
    found: SimpleQueue[_Found | OSError | ValueError] = SimpleQueue()

    def look_up() -> None:
        try:
            found.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, ValueError) as error:
            found.put(error)

    threading.Thread(target=look_up, name="where is it", daemon=True).start()
    try:
        answer = found.get(timeout=max(0.0, until - time.monotonic()))
    except Empty:
        raise NameNotFound from None
    if isinstance(answer, Exception):
        raise answer
    return answer
