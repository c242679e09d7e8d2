"""Streams of pictures over HTTP; ``python -m tests.bench.picture_server FILM`` sends a film without end."""

from __future__ import annotations

import base64
import contextlib
import itertools
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

import cv2
import numpy as np
from numpy.typing import NDArray

_BOUNDARY = "picture"


class PictureServer:
    """Sends one picture repeatedly at ``path``, until it is unplugged; it can be plugged in again.

    With ``lengths`` each part has its length, which not every phone sends. ``/`` is a page, as in a camera app; other
    paths are 404. With a ``password``, requests without it are 401.
    """

    def __init__(
        self,
        pixels: NDArray[np.uint8],
        rate: float = 15.0,
        lengths: bool = True,
        path: str = "/video",
        password: str | None = None,
    ) -> None:
        self.jpeg = cv2.imencode(".jpg", pixels)[1].tobytes()
        self.pause = 1 / rate
        self.lengths = lengths
        self.path = path
        self.password = password
        self.port = 0
        self._server: _Server | None = None
        self.plug_in()

    @property
    def url(self) -> str:
        """The address of the stream."""
        return f"{self.page}{self.path}"

    @property
    def page(self) -> str:
        """The address that a camera app shows."""
        return f"http://127.0.0.1:{self.port}"

    def plug_in(self) -> None:
        """Start to answer, at the same port as before."""
        self._server = _Server(("127.0.0.1", self.port), self)
        self.port = int(self._server.server_address[1])
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def unplug(self) -> None:
        """Break every connection, even within a picture, and stop answering."""
        if self._server is not None:
            self._server.disconnect()
            self._server = None

    def __enter__(self) -> PictureServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], pictures: PictureServer) -> None:
        super().__init__(address, _Handler)
        self.pictures = pictures
        self.disconnected = threading.Event()
        self._connections: list[socket.socket] = []

    def process_request(self, request: socket.socket, client_address: tuple[str, int]) -> None:  # type: ignore[override]  # the stub allows datagrams too
        self._connections.append(request)
        super().process_request(request, client_address)

    def disconnect(self) -> None:
        self.disconnected.set()
        self.shutdown()
        self.server_close()
        for connection in self._connections:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        pictures = self.server.pictures
        if self.path != pictures.path:
            self._send_page(200 if self.path == "/" else 404)
            return
        if not self._is_authorised(pictures.password):
            self._send_page(401)
            return
        self.send_response(200)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary=--{_BOUNDARY}")
        self.end_headers()
        with contextlib.suppress(OSError):
            while not self.server.disconnected.is_set():
                length = f"Content-Length: {len(pictures.jpeg)}\r\n" if pictures.lengths else ""
                head = f"--{_BOUNDARY}\r\nContent-Type: image/jpeg\r\n{length}\r\n"
                self.wfile.write(head.encode() + pictures.jpeg + b"\r\n")
                time.sleep(pictures.pause)

    def _is_authorised(self, password: str | None) -> bool:
        _, _, secret = self.headers.get("Authorization", "").partition(" ")
        return password is None or base64.b64decode(secret).decode().endswith(f":{password}")

    def _send_page(self, status: int) -> None:
        page = b"<html>the camera's start page</html>"
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


RATE = 10.0
"""Pictures a second."""


def main(film: str) -> None:
    """Send the film again and again, until the process is killed."""
    jpegs = _jpegs(film)
    with PictureServer(np.zeros((1, 1, 3), np.uint8), rate=RATE) as server:
        server.jpeg = jpegs[0]
        print(server.url, flush=True)
        for jpeg in itertools.cycle(jpegs):
            server.jpeg = jpeg
            time.sleep(1 / RATE)


def _jpegs(film: str) -> list[bytes]:
    """Return the film's pictures, as many a second as are sent, as JPEG."""
    video = cv2.VideoCapture(film)
    every = max(1, round(video.get(cv2.CAP_PROP_FPS) / RATE))
    jpegs: list[bytes] = []
    for number in itertools.count():
        read, pixels = video.read()
        if not read:
            return jpegs
        if number % every == 0:
            jpegs.append(cv2.imencode(".jpg", pixels)[1].tobytes())
    return jpegs


if __name__ == "__main__":
    main(sys.argv[1])
