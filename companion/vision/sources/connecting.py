"""Connect to a machine by name or number, with time limits for the look-up too."""

from __future__ import annotations

import socket
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any

_Found = list[tuple[Any, Any, Any, Any, Any]]


class NameNotFound(OSError):
    """Raise if no name server answered in time."""


class ConnectTimeout(TimeoutError):
    """Raise if no connection was made in time: nobody is there, or a firewall drops packets."""


def connect(host: str, port: int, still: float, until: float) -> socket.socket:
    """Connect to the first address of a machine that answers.

    ``OSError`` is raised if the machine is unknown or none of its addresses answers. ``still`` are the seconds for each
    address; ``until`` is the end of all attempts, a time of ``time.monotonic``.
    """
    failed: OSError = NameNotFound()
    for family, kind, protocol, _, address in _resolve(host, port, until):
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


def _resolve(host: str, port: int, until: float) -> _Found:
    """Look a name up in another thread: the system's own look-up has no time limit."""
    found: SimpleQueue[_Found | OSError | ValueError] = SimpleQueue()

    def resolve() -> None:
        try:
            found.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, ValueError) as error:
            found.put(error)

    threading.Thread(target=resolve, name="where is it", daemon=True).start()
    try:
        answer = found.get(timeout=max(0.0, until - time.monotonic()))
    except Empty:
        raise NameNotFound from None
    if isinstance(answer, Exception):
        raise answer
    return answer
