"""A camera's server on this machine that says exactly what a test wants, over HTTP or HTTPS."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from time import sleep

import cv2
import numpy as np

from companion.pictures.sources import CaptureFormat, Frame

Says = Callable[["Asked"], Iterator[bytes]]
"""What is sent to a request, piece by piece."""


@dataclass(frozen=True)
class Asked:
    """A request: its path and its headers, by their names in small letters."""

    path: str
    headers: dict[str, str]


@dataclass
class Camera:
    """Where it is, and what it was asked."""

    port: int
    asked: list[Asked] = field(default_factory=list)

    def at(self, path: str = "/video", login: str = "", scheme: str = "http") -> str:
        """The address of a path."""
        return f"{scheme}://{login}127.0.0.1:{self.port}{path}"


@contextmanager
def camera(says: Says, certificate: Path | None = None, where: tuple[str, int] = ("127.0.0.1", 0)) -> Iterator[Camera]:
    """A camera that answers every request so; a certificate's file makes it one of HTTPS."""
    with socket.create_server(where) as server:
        made = Camera(server.getsockname()[1])
        context = None
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
        threading.Thread(target=_serve, args=(server, says, made, context), daemon=True).start()
        yield made
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)


def _serve(server: socket.socket, says: Says, made: Camera, context: ssl.SSLContext | None) -> None:
    with suppress(OSError):
        while True:
            caller = server.accept()[0]
            threading.Thread(target=_answer, args=(caller, says, made, context), daemon=True).start()


def _answer(caller: socket.socket, says: Says, made: Camera, context: ssl.SSLContext | None) -> None:
    with caller, suppress(OSError):
        caller.settimeout(20)
        line = context.wrap_socket(caller, server_side=True) if context is not None else caller
        request = b""
        while b"\r\n\r\n" not in request:
            if not (piece := line.recv(4096)):
                return
            request += piece
        first, *headers = request.decode("latin-1").split("\r\n")
        named = dict(header.split(": ", 1) for header in headers if ": " in header)
        asked = Asked(first.split(" ")[1], {name.lower(): value for name, value in named.items()})
        made.asked.append(asked)
        for piece in says(asked):
            line.sendall(piece)
            sleep(0.01)
        if isinstance(line, ssl.SSLSocket):
            line.unwrap()


OK = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=frame\r\n\r\n"
FAST = CaptureFormat(rate=1000)


def jpeg(grey: int = 80, width: int = 128, height: int = 72) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), grey, np.uint8))[1].tobytes()


J = jpeg()


def part(length: int | None = len(J), picture: bytes = J) -> bytes:
    length_header = b"" if length is None else b"Content-Length: %d\r\n" % length
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + length_header + b"\r\n" + picture + b"\r\n"


def always(head: bytes, again: bytes) -> Says:
    return lambda asked: chain([head], repeat(again))


def once(*pieces: bytes) -> Says:
    return lambda asked: iter(pieces)


def is_grey(frame: Frame | None, grey: int = 80) -> bool:
    return frame is not None and frame.size == (128, 72) and abs(float(frame.pixels.mean()) - grey) < 3
