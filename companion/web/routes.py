"""The routes of the web page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.errors import CompanionError
from companion.locale.languages import translations
from companion.web.access_codes import AccessCodes, Visit
from companion.web.offers import list_offers
from companion.web.pages.snapshot import Snapshot
from companion.web.render import render_board
from companion.web.request_guard import RequestLimits
from companion.web.static_files import admit_visitor, find_language, public_routes

HEARTBEAT = 15.0
"""Seconds after which an idle stream gets a comment, so that it stays open."""

HandleRequest = Callable[[int, dict[str, Any], str], dict[str, Any]]
"""Handles a request of a seat in a language, possibly slowly; raises ``CompanionError``."""

COOKIE = "companion"


class Broadcast:
    """The present snapshot, and the readers that wait for the next; only :meth:`publish` is thread-safe.

    Args:
        snapshot: The first snapshot.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.over = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed: asyncio.Event | None = None
        self._made: dict[tuple[int | None, str], tuple[int, bytes]] = {}

    def publish(self, snapshot: Snapshot | None = None, *, over: bool = False) -> None:
        """Publish a snapshot.

        Args:
            snapshot: The snapshot; None wakes the readers, which check their access again.
            over: Whether it is the last.
        """
        self.snapshot, self.over = snapshot or self.snapshot, over
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def changed(self) -> asyncio.Event:
        """Return an event that the next publication sets."""
        if self._changed is None:
            self._loop, self._changed = asyncio.get_running_loop(), asyncio.Event()
        return self._changed

    def event(self, seat: int | None, language: str) -> tuple[int, bytes]:
        """Return the present snapshot as a server-sent event.

        Args:
            seat: The viewer's seat; None for the scoreboard.
            language: The code of the language.

        Returns:
            The number of the snapshot, and the event.
        """
        snapshot = self.snapshot
        made = self._made.get((seat, language))
        if made is None or made[0] != snapshot.number:
            catalogue = translations(language)
            payload: dict[str, Any] = {"html": render_board(snapshot, seat, catalogue)}
            if seat is not None:
                payload["offers"] = list_offers(snapshot, seat, catalogue)
            data = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
            made = snapshot.number, f"id: {snapshot.number}\ndata: {data}\n\n".encode()
            self._made[seat, language] = made
        return made

    def _wake(self) -> None:
        if self._changed is not None:
            changed, self._changed = self._changed, asyncio.Event()
            changed.set()


def create_app(broadcast: Broadcast, codes: AccessCodes, handle: HandleRequest, limits: RequestLimits) -> Starlette:
    """Return the app with all routes of the page.

    Args:
        broadcast: The snapshots.
        codes: Admits visitors.
        handle: Handles what a seat's page sends.
        limits: The limits for requests.

    Returns:
        The app.
    """

    def visit_of(request: Request) -> Visit | None:
        return codes.find_visit(request.cookies.get(COOKIE, ""))

    async def enter(request: Request) -> Response:
        document = await _read_json(request, limits)
        return admit_visitor(codes, document.get("code"), request, COOKIE, secure=False)

    async def events(request: Request) -> Response:
        if visit_of(request) is None:
            return JSONResponse({}, 401)
        key = request.cookies[COOKIE]
        stream = _events(broadcast, lambda: codes.find_visit(key), find_language(request))
        return StreamingResponse(stream, media_type="text/event-stream")

    async def submit(request: Request) -> Response:
        visit = visit_of(request)
        if visit is None or visit.seat is None:
            return JSONResponse({}, 401)
        document, language = await _read_json(request, limits), find_language(request)
        try:
            payload = await asyncio.to_thread(handle, visit.seat, document, language)
        except CompanionError as error:
            payload = {"refused": error.line(translations(language))}
        return JSONResponse(payload)

    return Starlette(
        routes=[
            *public_routes("page.js"),
            Route("/events", events),
            Route("/enter", enter, methods=["POST"]),
            Route("/say", submit, methods=["POST"]),
        ],
        exception_handlers={_InvalidBody: _answer_invalid},
    )


class _InvalidBody(Exception):
    """A body that is not a JSON object, or did not come in time."""


async def _answer_invalid(_request: Request, _error: Exception) -> Response:
    return JSONResponse({}, 400)


async def _read_json(request: Request, limits: RequestLimits) -> dict[str, Any]:
    body = b""
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                body += part
                if len(body) > limits.body:
                    raise _InvalidBody
        document = json.loads(body)
    except (TimeoutError, ClientDisconnect, ValueError, RecursionError) as error:
        raise _InvalidBody from error
    if not isinstance(document, dict):
        raise _InvalidBody
    return document


async def _events(broadcast: Broadcast, visiting: Callable[[], Visit | None], language: str) -> AsyncIterator[bytes]:
    sent = None
    while True:
        changed = broadcast.changed()  # before the snapshot is read, so that no publication is missed
        visit = visiting()
        if broadcast.over or visit is None:
            break
        number, event = broadcast.event(visit.seat, language)
        if number != sent:
            yield event
            sent = number
            continue
        try:
            await asyncio.wait_for(changed.wait(), HEARTBEAT)
        except TimeoutError:
            yield b": \n\n"
    yield b"event: over\ndata: \n\n"
