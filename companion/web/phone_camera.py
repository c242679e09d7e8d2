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
from companion.web.access_codes import Codes
from companion.web.camera_routes import LIMITS, CameraGate, Pictures, camera_site, stream_site
from companion.web.certificate import certificate_for
from companion.web.listen_address import open_door
from companion.web.request_guard import Limits
from companion.web.slow_clients import server_of

LINES = 40
"""That may ask at once: one phone films, and one program looks."""


class PhoneCamera:
    """Serves the camera's page on one address until :meth:`close`; :attr:`source` is what opens its pictures.

    ``folder`` keeps the certificate. Raises :class:`~companion.web.listen_address.NoAddress`, and what writing it does.
    """

    def __init__(self, host: str, folder: Path, port: int | None = 0, limits: Limits = LIMITS) -> None:
        self.certificate = certificate_for(host, folder)
        self.codes = Codes(time.monotonic)
        """Who may send pictures; the newest to come in is the camera."""
        door, inside = open_door(host, port, listen_address.CAMERA), open_door("127.0.0.1", 0, 0)
        self.address = f"https://{host}:{door.getsockname()[1]}"
        """Where a phone opens it."""
        path = f"/{secrets.token_urlsafe(16)}/video"
        self.source = f"http://127.0.0.1:{inside.getsockname()[1]}{path}"
        """What a camera's address is, for this machine alone."""
        named = self.address.removeprefix("https://")
        pictures = Pictures()
        hosts = frozenset({named, named.replace("127.0.0.1", "localhost")})
        gate = CameraGate(camera_site(pictures, self.codes), hosts, time.monotonic, limits)
        tls = {"ssl_certfile": str(self.certificate.file), "ssl_keyfile": str(self.certificate.file)}
        self._servers = (server_of(gate, limits, LINES, **tls), server_of(stream_site(pictures, path), limits, LINES))
        self._thread = Thread(target=self._serve, args=((door, inside), limits), name="phone camera", daemon=True)
        self._thread.start()

    def invitation(self) -> str:
        """The address with a new code; the one before is good for nothing."""
        self.codes.recall(None)
        return f"{self.address}/#{self.codes.give(None)}"

    def close(self) -> None:
        """The phone sends no more, and the stream ends."""
        for server in self._servers:
            server.should_exit = True
        self._thread.join(10)

    def _serve(self, doors: tuple[socket.socket, ...], limits: Limits) -> None:
        async def all_of_them() -> None:
            pairs = zip(self._servers, doors, strict=True)
            await asyncio.gather(*(server.serve([door]) for server, door in pairs))

        with asyncio.Runner(loop_factory=lambda: _HurriedLoop(limits)) as runner:
            runner.run(all_of_them())


class _HurriedLoop(asyncio.SelectorEventLoop):
    """Hangs up on who is slow to agree on TLS; uvicorn has no setting for it, and asyncio waits a minute."""

    def __init__(self, limits: Limits) -> None:
        super().__init__()
        self._limits = limits

    async def create_server(self, *args: Any, **how: Any) -> asyncio.Server:
        if how.get("ssl"):
            how["ssl_handshake_timeout"] = self._limits.head_seconds
        return await super().create_server(*args, **how)
