"""The routes of a phone's camera page, and of the stream of its pictures for this computer alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.web.assets import assets
from companion.web.camera_access import CameraAccess
from companion.web.labels import CAMERA, send_labels
from companion.web.request_body import InvalidBody, answer_invalid, read_body, read_json
from companion.web.request_guard import BodyRule, RequestLimits

COOKIE = "companion-camera"
LIMITS = RequestLimits(body=4 << 20, body_seconds=5.0, burst=240.0, rate=90.0)
"""Limits for pictures, which are larger and come more often than other requests: 4 MiB, 90 a second."""
BODIES = BodyRule(LIMITS.body, ("application/json", "image/jpeg"))
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
        code = (await read_json(request, LIMITS.body, LIMITS.body_seconds)).get("code")
        address = request.client.host if request.client is not None else ""
        if access.is_blocked(address):
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
        body = await read_body(request, LIMITS.body, LIMITS.body_seconds)
        if not body.startswith(_JPEG):
            raise InvalidBody
        pictures.put(body)
        return Response(status_code=204)

    async def reading(request: Request) -> Response:
        if not access.is_admitted(request.cookies.get(COOKIE, "")):
            return JSONResponse({}, 401)
        return JSONResponse(pictures.reading)

    async def words(request: Request) -> Response:
        return send_labels(CAMERA, request)

    async def asset(request: Request) -> Response:
        path = request.url.path
        found = assets().get("/camera.html" if path == "/" else path)
        response = JSONResponse({}, 404) if found is None else found.response(request.headers)
        response.headers["permissions-policy"] = "camera=(self), microphone=(), geolocation=()"
        return response

    return Starlette(
        routes=[
            Route("/enter", enter, methods=["POST"]),
            Route("/words", words),
            Route("/picture", picture, methods=["POST"]),
            Route("/reading", reading),
            Route("/{path:path}", asset),
        ],
        exception_handlers={InvalidBody: answer_invalid},
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
