"""A phone as the camera: its page sends pictures, which become a stream like any camera's."""

import asyncio
import secrets
import socket
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from threading import Thread

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.web import network_interfaces, request_guard
from companion.web.access_codes import CameraAccess
from companion.web.assets import CAMERA, assets, send_labels
from companion.web.certificates import ensure_certificate
from companion.web.listen_address import open_socket

COOKIE = "companion-camera"
LIMITS = request_guard.RequestLimits(body=4 << 20, body_seconds=5.0, burst=240.0, rate=90.0)
"""Limits for pictures, which are larger and come more often than other requests: 4 MiB, 90 a second."""
BODIES = request_guard.BodyRule(LIMITS.body, ("application/json", "image/jpeg"))
"""What every path of the camera page takes."""
STREAM_TIMEOUT = 1.0
"""Seconds without a picture after which the stream ends, so that its reader learns of the loss."""
BOUNDARY = "picture"
_JPEG = b"\xff\xd8\xff"


class LatestPicture:
    """The latest picture, for readers on the server's loop, and what was read in it, from any thread."""

    def __init__(self) -> None:
        self.reading: dict[str, object] = {}
        """What the phone draws over its picture: the outlines of what was read, and an advice."""
        self.newest, self.number, self.at = b"", 0, float("-inf")
        self._changed = asyncio.Event()

    def put(self, picture: bytes) -> None:
        """Replace the picture and wake the readers."""
        self.newest, self.number, self.at = picture, self.number + 1, time.monotonic()
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    @property
    def is_live(self) -> bool:
        """Whether the last picture came just now."""
        return time.monotonic() - self.at < STREAM_TIMEOUT

    async def wait_for_next(self, number: int) -> tuple[int, bytes] | None:
        """Return the latest picture once its number is above this one; None after ``STREAM_TIMEOUT``."""
        changed = self._changed
        if self.number <= number:
            try:
                await asyncio.wait_for(changed.wait(), STREAM_TIMEOUT)
            except TimeoutError:
                return None
        return self.number, self.newest


def create_camera_app(pictures: LatestPicture, access: CameraAccess) -> Starlette:
    """Return the app for a phone: its page, its code, and its pictures.

    Args:
        pictures: Gets the pictures.
        access: Admits the phone.
    """

    async def enter(request: Request) -> Response:
        code = (await request_guard.read_json(request, LIMITS.body, LIMITS.body_seconds)).get("code")
        address = request.client.host if request.client is not None else ""
        if access.codes.is_blocked(address):
            return JSONResponse({}, 429)
        key = access.admit(code, address) if isinstance(code, str) else None
        if key is None:
            return JSONResponse({}, 403)
        response = JSONResponse({})
        response.set_cookie(COOKIE, key, httponly=True, secure=True, samesite="strict", path="/")
        return response

    async def picture(request: Request) -> Response:
        if not access.is_admitted(request.cookies.get(COOKIE, "")):
            return JSONResponse({}, 401)
        body = await request_guard.read_body(request, LIMITS.body, LIMITS.body_seconds)
        if not body.startswith(_JPEG):
            raise request_guard.InvalidBody
        pictures.put(body)
        return Response(status_code=204)

    async def reading(request: Request) -> Response:
        if not access.is_admitted(request.cookies.get(COOKIE, "")):
            return JSONResponse({}, 401)
        return JSONResponse(pictures.reading)

    async def asset(request: Request) -> Response:
        path = request.url.path
        found = assets().get("/camera.html" if path == "/" else path)
        response = JSONResponse({}, 404) if found is None else found.response(request.headers)
        response.headers["permissions-policy"] = "camera=(self), microphone=(), geolocation=()"
        return response

    return Starlette(
        routes=[
            Route("/enter", enter, methods=["POST"]),
            Route("/words", partial(send_labels, CAMERA)),
            Route("/picture", picture, methods=["POST"]),
            Route("/reading", reading),
            Route("/{path:path}", asset),
        ],
        exception_handlers={request_guard.InvalidBody: request_guard.answer_invalid},
    )


def create_stream_app(pictures: LatestPicture, path: str) -> Starlette:
    """Return the app that streams the pictures while they come.

    Args:
        pictures: The pictures.
        path: The path of the stream.
    """

    async def parts(number: int) -> AsyncIterator[bytes]:
        while (latest := await pictures.wait_for_next(number)) is not None:
            number, picture = latest
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            yield head.encode() + picture + b"\r\n"

    async def stream(_request: Request) -> Response:
        # A reader waits for the next picture, so that the source is back as soon as its phone is.
        if not pictures.is_live and await pictures.wait_for_next(pictures.number) is None:
            return Response("no phone sends pictures now", 503)
        kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
        return StreamingResponse(parts(pictures.number - 1), media_type=kind)

    return Starlette(routes=[Route(path, stream)])


class PhoneCamera:
    """Serves the camera page on one address until :meth:`close`; :attr:`source` is the stream of its pictures.

    Raises ``AddressUnavailable``, or ``UnwritableFile`` for the certificate.

    Args:
        host: The IP address to serve on.
        folder: The folder of the certificate.
        port: As for :func:`~companion.web.listen_address.open_socket`.
        limits: The limits for requests.
    """

    def __init__(
        self, host: str, folder: Path, port: int | None = 0, limits: request_guard.RequestLimits = LIMITS
    ) -> None:
        certificate, self.authority = ensure_certificate(host, folder)
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
        guard = request_guard.RequestGuard(app, hosts, limits, self._find_phone, lambda _path: BODIES)
        tls = {"ssl_certfile": str(certificate), "ssl_keyfile": str(certificate)}
        self._servers = (
            request_guard.create_server(guard, guard, **tls),
            request_guard.create_server(create_stream_app(pictures, path)),
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
