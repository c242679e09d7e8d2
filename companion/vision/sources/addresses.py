"""An address as it may be shown, and where it leads, asked with patience that has an end."""

from __future__ import annotations

import re
import socket
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any

_SECRET = re.compile(r"([?&][^=&#\s]*(?:pass|pwd|pas|secret|token|key)[^=&#\s]*=)[^&#\s]*", re.IGNORECASE)
"""What follows a name that says it is one, behind the question mark."""
_MACHINE = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(:\d*)?")
_Found = list[tuple[Any, Any, Any, Any, Any]]


class NameNotFound(OSError):
    """Nobody said in time where the machine of this name is."""


def shown(url: str) -> str:
    """An address without name and password, whether it is a good one or not.

    >>> shown("rtsp://ann:secret@phone:554/live?user=ann&pwd=secret")
    'rtsp://phone:554/live?user=ann&pwd=…'
    >>> shown("http://ann:se/cr@t@phone")
    'http://phone'
    """
    scheme, mark, rest = url.partition("://")
    if not mark:
        return url
    machine = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in machine:
        rest = rest[machine.rindex("@") + 1 :]
        machine = re.split(r"[/?#]", rest, maxsplit=1)[0]
    if "@" in rest and not _MACHINE.fullmatch(machine):  # a password with a slash in it
        rest = rest.rpartition("@")[2]
    return scheme + mark + _SECRET.sub(r"\1…", rest)


def connected(host: str, port: int, still: float, until: float) -> socket.socket:
    """A connection to a machine, by the first of its addresses that answers within ``still`` seconds, all before
    ``until``, a time of ``time.monotonic``. Raises ``OSError``."""
    failed: OSError = NameNotFound(host)
    for family, kind, protocol, _, address in _looked_up(host, port, until):
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection = socket.socket(family, kind, protocol)
        connection.settimeout(min(still, left))
        try:
            connection.connect(address)
        except OSError as error:
            connection.close()
            failed = error
        else:
            return connection
    raise failed


def _looked_up(host: str, port: int, until: float) -> _Found:
    """The system's own look-up knows no deadline: it is waited for in another thread, and left there."""
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
        raise NameNotFound(host) from None
    if isinstance(answer, Exception):
        raise answer
    return answer
