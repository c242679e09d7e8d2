"""The page's addresses: what is asked of each, and who may ask."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.errors import CompanionError
from companion.locale.languages import translations
from companion.web.access_codes import Codes, Visit
from companion.web.offers import offers
from companion.web.render import Moment, html
from companion.web.request_guard import Limits
from companion.web.static_files import language_of, let_in, open_to_all

HEARTBEAT = 15.0
"""Seconds after which a silent line is told that somebody is there still."""

Proposes = Callable[[int, dict[str, Any], str], dict[str, Any]]
"""From a seat, what its page says, and the language; what comes of it. Raises ``CompanionError``; may take a while."""

COOKIE = "companion"


class News:
    """What is shown now, and whoever waits for more. :meth:`publish` is for any thread, the rest for the server's."""

    def __init__(self, moment: Moment) -> None:
        self.moment = moment
        self.over = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed: asyncio.Event | None = None
        self._made: dict[tuple[int | None, str], tuple[int, bytes]] = {}

    def publish(self, moment: Moment | None = None, *, over: bool = False) -> None:
        """From now on this is shown; without a moment, whoever waits looks again whether they may."""
        self.moment, self.over = moment or self.moment, over
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def changed(self) -> asyncio.Event:
        """Set once something is published after this."""
        if self._changed is None:
            self._loop, self._changed = asyncio.get_running_loop(), asyncio.Event()
        return self._changed

    def event(self, seat: int | None, language: str) -> tuple[int, bytes]:
        """The number of what is shown, and all of it for one viewer as a server-sent event."""
        moment = self.moment
        made = self._made.get((seat, language))
        if made is None or made[0] != moment.number:
            spoken = translations(language)
            told: dict[str, Any] = {"html": html(moment, seat, spoken)}
            if seat is not None:
                told["offers"] = offers(moment, seat, spoken)
            data = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
            made = moment.number, f"id: {moment.number}\ndata: {data}\n\n".encode()
            self._made[seat, language] = made
        return made

    def _wake(self) -> None:
        if self._changed is not None:
            changed, self._changed = self._changed, asyncio.Event()
            changed.set()


def site(news: News, codes: Codes, proposes: Proposes, limits: Limits) -> Starlette:
    """All addresses of the page."""

    def visit_of(request: Request) -> Visit | None:
        return codes.visit(request.cookies.get(COOKIE, ""))

    async def enter(request: Request) -> Response:
        said = await _said(request, limits)
        return let_in(codes, said.get("code"), request, COOKIE, secure=False)

    async def events(request: Request) -> Response:
        if visit_of(request) is None:
            return JSONResponse({}, 401)
        key = request.cookies[COOKIE]
        stream = _events(news, lambda: codes.visit(key), language_of(request))
        return StreamingResponse(stream, media_type="text/event-stream")

    async def say(request: Request) -> Response:
        visit = visit_of(request)
        if visit is None or visit.seat is None:
            return JSONResponse({}, 401)
        said, language = await _said(request, limits), language_of(request)
        try:
            told = await asyncio.to_thread(proposes, visit.seat, said, language)
        except CompanionError as error:
            told = {"refused": error.line(translations(language))}
        return JSONResponse(told)

    return Starlette(
        routes=[
            *open_to_all("page.js"),
            Route("/events", events),
            Route("/enter", enter, methods=["POST"]),
            Route("/say", say, methods=["POST"]),
        ],
        exception_handlers={_NotSaid: _not_said},
    )


class _NotSaid(Exception):
    """A body that is no JSON object, or did not come in time."""


async def _not_said(_request: Request, _error: Exception) -> Response:
    return JSONResponse({}, 400)


async def _said(request: Request, limits: Limits) -> dict[str, Any]:
    body = b""
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for part in request.stream():
                body += part
                if len(body) > limits.body:
                    raise _NotSaid
        said = json.loads(body)
    except (TimeoutError, ValueError, RecursionError) as error:
        raise _NotSaid from error
    if not isinstance(said, dict):
        raise _NotSaid
    return said


async def _events(news: News, visiting: Callable[[], Visit | None], language: str) -> AsyncIterator[bytes]:
    sent = None
    while True:
        changed = news.changed()  # before looking: what comes meanwhile sets it
        visit = visiting()
        if news.over or visit is None:
            break
        number, event = news.event(visit.seat, language)
        if number != sent:
            yield event
            sent = number
            continue
        try:
            await asyncio.wait_for(changed.wait(), HEARTBEAT)
        except TimeoutError:
            yield b": \n\n"
    yield b"event: over\ndata: \n\n"
