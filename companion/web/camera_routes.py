"""The addresses of a phone's camera page, and those from which this machine alone takes its pictures as a stream."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from companion.web.access_codes import Codes
from companion.web.request_guard import Gate, Limits
from companion.web.static_files import let_in, open_to_all

COOKIE = "companion-camera"
LIMITS = Limits(body=4 << 20, body_seconds=5.0, at_once=240.0, a_second=90.0)
"""A picture is larger and comes more often than what a page says: at most 4 MiB, 90 a second."""
SILENT = 1.0
"""Seconds without a picture after which the stream ends, so that whoever reads it hears of the loss."""
BOUNDARY = "picture"
_JPEG = b"\xff\xd8\xff"


class CameraGate(Gate):
    """As the page's, but over TLS, for pictures too, and the page may open the camera."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def opening(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["permissions-policy"] = "camera=(self), microphone=(), geolocation=()"
            await send(message)

        await super().__call__(scope, receive, opening)

    def _refused_body(self, headers: Headers, host: str) -> int | None:
        if headers.get("origin", "").lower() != f"https://{host}":
            return 403
        if headers.get("content-type", "").partition(";")[0] not in ("application/json", "image/jpeg"):
            return 415
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdigit()):
            return 411
        return 413 if int(length[:12]) > self._limits.body else None


class Pictures:
    """The newest picture, for whoever waits on the server's loop."""

    def __init__(self) -> None:
        self.newest, self.number, self.at = b"", 0, float("-inf")
        self._changed = asyncio.Event()

    def put(self, picture: bytes) -> None:
        self.newest, self.number, self.at = picture, self.number + 1, time.monotonic()
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    @property
    def coming(self) -> bool:
        """Whether the last one came just now."""
        return time.monotonic() - self.at < SILENT

    async def after(self, number: int) -> tuple[int, bytes] | None:
        """The newest once it is another than that; None where none comes."""
        changed = self._changed
        if self.number <= number:
            try:
                await asyncio.wait_for(changed.wait(), SILENT)
            except TimeoutError:
                return None
        return self.number, self.newest


def camera_site(pictures: Pictures, codes: Codes) -> Starlette:
    """What a phone asks: its page, to be let in, and to hand in pictures."""

    async def enter(request: Request) -> Response:
        said = await _json(request)
        return let_in(codes, said.get("code"), request, COOKIE, secure=True)

    async def picture(request: Request) -> Response:
        if codes.visit(request.cookies.get(COOKIE, "")) is None:
            return JSONResponse({}, 401)
        body = await _body(request)
        if body is None or not body.startswith(_JPEG):
            return JSONResponse({}, 400)
        pictures.put(body)
        return Response(status_code=204)

    return Starlette(
        routes=[
            *open_to_all("camera.js"),
            Route("/enter", enter, methods=["POST"]),
            Route("/picture", picture, methods=["POST"]),
        ]
    )


def stream_site(pictures: Pictures, path: str) -> Starlette:
    """What this machine reads: the pictures one after the other, for as long as they come."""

    async def parts(number: int) -> AsyncIterator[bytes]:
        while (came := await pictures.after(number)) is not None:
            number, picture = came
            head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            yield head.encode() + picture + b"\r\n"

    async def stream(_request: Request) -> Response:
        # Who asks while none comes waits for the next, so that a source is back as soon as its phone is.
        if not pictures.coming and await pictures.after(pictures.number) is None:
            return Response("no phone sends pictures now", 503)
        kind = f"multipart/x-mixed-replace; boundary={BOUNDARY}"
        return StreamingResponse(parts(pictures.number - 1), media_type=kind)

    return Starlette(routes=[Route(path, stream)])


async def _body(request: Request) -> bytes | None:
    """All of it; None where it is too large or too slow, or the phone is gone."""
    body = bytearray()
    try:
        async with asyncio.timeout(LIMITS.body_seconds):
            async for part in request.stream():
                body += part
                if len(body) > LIMITS.body:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return bytes(body)


async def _json(request: Request) -> dict[str, object]:
    try:
        said = json.loads(await _body(request) or b"")
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}
