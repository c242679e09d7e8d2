"""Lines to a site, as raw as they are: what was sent, byte for byte."""

from __future__ import annotations

import select
import socket


def opened(address: str) -> socket.socket:
    """A line to the site at an address."""
    where, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((where, int(port)), timeout=20)


def asked(address: str, *lines: str, body: bytes = b"", host: str | None = None) -> bytes:
    """All that is answered to one request, then the line is closed."""
    head = [*lines, f"Host: {host or address.removeprefix('http://')}", "Connection: close"]
    with opened(address) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode() + body)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def is_open(line: socket.socket, patience: float = 0.05) -> bool:
    """Whether nobody has hung up, after a while; what is answered meanwhile is passed over."""
    ready, _, _ = select.select([line], [], [], patience)
    try:
        return not ready or bool(line.recv(65536))
    except ConnectionResetError:
        return False
