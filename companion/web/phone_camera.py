"""A phone as the camera: its browser sends pictures, which become a stream like any camera's."""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from pathlib import Path
from threading import Thread

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from companion.web import network_interfaces
from companion.web.camera_access import CameraAccess
from companion.web.camera_routes import (
    BODIES,
    COOKIE,
    LIMITS,
    LatestPicture,
    create_camera_app,
    create_stream_app,
)
from companion.web.certificate import ensure_certificate
from companion.web.listen_address import open_socket
from companion.web.request_guard import RequestGuard, RequestLimits, create_server


class PhoneCamera:
    """Serves the camera page on one address until :meth:`close`; :attr:`source` is the stream of its pictures.

    Raises ``AddressUnavailable``, or ``UnwritableFile`` for the certificate.

    Args:
        host: The IP address to serve on.
        folder: The folder of the certificate.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        limits: The limits for requests.
    """

    def __init__(self, host: str, folder: Path, port: int | None = 0, limits: RequestLimits = LIMITS) -> None:
        self.certificate = ensure_certificate(host, folder)
        self.access = CameraAccess(time.monotonic)
        """Admits phones; the last one to come in is the camera."""
        socket_, stream_socket = open_socket(host, port, network_interfaces.CAMERA_PORT), open_socket("127.0.0.1", 0, 0)
        self.address = f"https://{host}:{socket_.getsockname()[1]}"
        """The address for the phone."""
        path = f"/{secrets.token_urlsafe(16)}/video"
        self.source = f"http://127.0.0.1:{stream_socket.getsockname()[1]}{path}"
        """The address of the stream, for this computer alone."""
        named = self.address.removeprefix("https://")
        self._pictures = pictures = LatestPicture()
        hosts = frozenset({named, named.replace("127.0.0.1", "localhost")})
        app = create_camera_app(pictures, self.access)
        guard = RequestGuard(app, hosts, limits, self._find_phone, lambda _path: BODIES)
        tls = {"ssl_certfile": str(self.certificate.file), "ssl_keyfile": str(self.certificate.file)}
        self._servers = (
            create_server(guard, guard, **tls),
            create_server(create_stream_app(pictures, path)),
        )
        self._thread = Thread(target=self._serve, args=((socket_, stream_socket),), name="phone camera", daemon=True)
        self._thread.start()

    def invitation(self) -> str:
        """Return the address with the unused code that is shown already, or with a new one."""
        return f"{self.address}/#{self.access.code()}"

    def show_reading(self, reading: dict[str, object]) -> None:
        """Show the phone what was read in its pictures; from any thread.

        Args:
            reading: ``outlines``: lists of points in shares of the picture's width and height, each with whether it is
                certain; ``advice``: the name of a text of the page, or empty.
        """
        self._pictures.reading = reading

    def close(self) -> None:
        """End the page and the stream."""
        for server in self._servers:
            server.should_exit = True
        self._thread.join(10)

    def _find_phone(self, headers: Headers) -> str:
        """Return the key of the phone that sends a request; "" for strangers."""
        key = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return key if self.access.is_admitted(key) else ""

    def _serve(self, sockets: tuple[socket.socket, ...]) -> None:
        async def serve_all() -> None:
            pairs = zip(self._servers, sockets, strict=True)
            await asyncio.gather(*(server.serve([socket_]) for server, socket_ in pairs))

        asyncio.run(serve_all())
