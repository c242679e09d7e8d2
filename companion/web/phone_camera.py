"""A phone as the camera, without an app: its browser sends pictures, and they are a stream like any other camera's."""

from __future__ import annotations

import asyncio
import secrets
import socket
import time
from pathlib import Path
from threading import Thread
from typing import Any

from companion.web import listen_address
from companion.web.access_codes import AccessCodes
from companion.web.camera_routes import LIMITS, CameraRequestGuard, LatestPicture, create_camera_app, create_stream_app
from companion.web.certificate import ensure_certificate
from companion.web.listen_address import open_socket
from companion.web.request_guard import RequestLimits
from companion.web.slow_clients import create_server

MAX_CONNECTIONS = 40
"""That may ask at once: one phone films, and one program looks."""


class PhoneCamera:
    """Serves the camera's page on one address until :meth:`close`; :attr:`source` is what opens its pictures.

    ``folder`` keeps the certificate. Raises :class:`~companion.web.listen_address.NoAddress`, and what writing it does.
    """

    def __init__(self, host: str, folder: Path, port: int | None = 0, limits: RequestLimits = LIMITS) -> None:
        self.certificate = ensure_certificate(host, folder)
        self.codes = AccessCodes(time.monotonic)
        """Who may send pictures; the newest to come in is the camera."""
        socket_, stream_socket = open_socket(host, port, listen_address.CAMERA_PORT), open_socket("127.0.0.1", 0, 0)
        self.address = f"https://{host}:{socket_.getsockname()[1]}"
        """Where a phone opens it."""
        path = f"/{secrets.token_urlsafe(16)}/video"
        self.source = f"http://127.0.0.1:{stream_socket.getsockname()[1]}{path}"
        """What a camera's address is, for this machine alone."""
        named = self.address.removeprefix("https://")
        pictures = LatestPicture()
        hosts = frozenset({named, named.replace("127.0.0.1", "localhost")})
        gate = CameraRequestGuard(create_camera_app(pictures, self.codes), hosts, time.monotonic, limits)
        tls = {"ssl_certfile": str(self.certificate.file), "ssl_keyfile": str(self.certificate.file)}
        self._servers = (
            create_server(gate, limits, MAX_CONNECTIONS, **tls),
            create_server(create_stream_app(pictures, path), limits, MAX_CONNECTIONS),
        )
        self._thread = Thread(
            target=self._serve, args=((socket_, stream_socket), limits), name="phone camera", daemon=True
        )
        self._thread.start()

    def invitation(self) -> str:
        """The address with a new code; the one before is good for nothing."""
        self.codes.cancel_unused(None)
        return f"{self.address}/#{self.codes.issue(None)}"

    def close(self) -> None:
        """The phone sends no more, and the stream ends."""
        for server in self._servers:
            server.should_exit = True
        self._thread.join(10)

    def _serve(self, sockets: tuple[socket.socket, ...], limits: RequestLimits) -> None:
        async def serve_all() -> None:
            pairs = zip(self._servers, sockets, strict=True)
            await asyncio.gather(*(server.serve([socket_]) for server, socket_ in pairs))

        with asyncio.Runner(loop_factory=lambda: _TlsTimeoutLoop(limits)) as runner:
            runner.run(serve_all())


class _TlsTimeoutLoop(asyncio.SelectorEventLoop):
    """Hangs up on who is slow to agree on TLS; uvicorn has no setting for it, and asyncio waits a minute."""

    def __init__(self, limits: RequestLimits) -> None:
        super().__init__()
        self._limits = limits

    async def create_server(self, *args: Any, **how: Any) -> asyncio.Server:
        if how.get("ssl"):
            how["ssl_handshake_timeout"] = self._limits.head_seconds
        return await super().create_server(*args, **how)
