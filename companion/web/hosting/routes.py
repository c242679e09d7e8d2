"""The routes of the site: files for everybody, pages for admitted devices."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from urllib.parse import parse_qs, urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.web.assets import SITE, assets, find_language, pack, send_labels
from companion.web.hosting.live_pages import Rendered, as_rendered, follow_page
from companion.web.hosting.server_host import SiteParts
from companion.web.hosting.visitors import Visitor, device_name
from companion.web.pages.document import whole_page
from companion.web.pages.host import Fields, PageRequest, PageResponse, Viewer
from companion.web.pages.site import respond
from companion.web.request_guard import InvalidBody, answer_invalid, read_body, read_json

MAX_FIELDS = 400
"""Maximum number of fields of a form."""
MAX_STEPS = 3
"""Maximum number of addresses to which an action may lead in turn."""
MAX_ACTIONS = 2000
"""Number of latest actions that are known if they are sent again."""
MARK = "x-companion"
"""The header of requests by the page's script; a page of another site cannot send it unasked."""


class SiteRoutes:
    """Answers the requests to one site; on the server's loop.

    Args:
        site: What the site shows and knows.
    """

    def __init__(self, site: SiteParts) -> None:
        self._site = site
        self._actions: OrderedDict[tuple[str, str], asyncio.Future[Rendered]] = OrderedDict()
        self._readers = {name: ThreadPoolExecutor(1, f"upload {name}") for name in site.uploads}
        """A thread for each kind of file, so that files that wait to be read take no thread from pages."""

    def app(self) -> Starlette:
        """Return the app with all routes."""
        return Starlette(
            routes=[
                Route("/enter", self._enter, methods=["POST"]),
                Route("/events", self._events),
                Route("/words", partial(send_labels, SITE)),
                Route("/picture/{id}", self._picture),
                Route("/upload/{name}", self._upload, methods=["POST"]),
                Route("/{path:path}", self._get, methods=["GET"]),
                Route("/{path:path}", self._post, methods=["POST"]),
            ],
            exception_handlers={InvalidBody: answer_invalid},
        )

    def close(self) -> None:
        """Read no further files: those that wait are left."""
        for reader in self._readers.values():
            reader.shutdown(wait=False, cancel_futures=True)

    async def _get(self, request: Request) -> Response:
        asset = assets().get(request.url.path)
        if asset is not None:
            return asset.response(request.headers)
        public = self._site.public_page(request.url.path, find_language(request))
        if public is not None:
            return public
        if MARK not in request.headers:
            return _document(request)
        visitor = self._visitor(request)
        if visitor is None:
            return JSONResponse({}, 401)
        address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        rendered = await asyncio.to_thread(self._render, visitor, address, find_language(request))
        return _as_json(rendered, request)

    async def _post(self, request: Request) -> Response:
        visitor, action = self._visitor(request), request.headers.get("x-action", "")[:64]
        if visitor is None or MARK not in request.headers:
            return JSONResponse({}, 401)
        body = await read_body(request, self._site.limits.body, self._site.limits.body_seconds)
        form = {**_fields(request.url.query), **_fields(body.decode("utf8", "replace"))}
        act = partial(self._act, visitor, request.url.path, form, find_language(request), action)
        return _as_json(await self._once(visitor, action, act), request)

    async def _once(
        self, visitor: Visitor, action: str, act: Callable[[], Rendered], on: Executor | None = None
    ) -> Rendered:
        """Do what an action asks, or return what came of it if it is sent again.

        Args:
            visitor: Whose action it is.
            action: Its id; empty if it has none.
            act: Does it.
            on: Where it is done; None for the threads of pages.
        """
        loop = asyncio.get_running_loop()
        if not action:
            return await loop.run_in_executor(on, act)
        key = visitor.device.id, action
        task = self._actions.get(key)
        if task is None:
            task = self._actions[key] = loop.run_in_executor(on, act)
            while len(self._actions) > MAX_ACTIONS:
                self._actions.popitem(last=False)
        return await asyncio.shield(task)  # a client that hung up asks again

    def _act(self, visitor: Visitor, path: str, form: Fields, language: str, action: str) -> Rendered:
        """Do what an action asks and return the page that follows; on a thread of its own."""
        request = PageRequest("POST", path, form, _viewer(visitor, language))
        return self._follow(visitor, request, lambda: respond(request, self._site.make_host(visitor, action)))

    def _follow(self, visitor: Visitor, request: PageRequest, act: Callable[[], PageResponse]) -> Rendered:
        """Do what a request asks and return the page to which it leads."""
        number = self._site.live.number  # before it is answered: whoever gets an older page asks for the newest one
        page, shown = act(), request.path
        for _ in range(MAX_STEPS):
            if page.location is None:
                break
            shown = page.location
            visitor = self._site.visitors.refresh(visitor, seat_of(shown))
            number = self._site.live.number
            page = self._page(visitor, shown, request.viewer.language)
        return as_rendered(number, shown, page)

    def _page(self, visitor: Visitor, address: str, language: str) -> PageResponse:
        parts = urlsplit(address)
        request = PageRequest("GET", parts.path, _fields(parts.query), _viewer(visitor, language))
        return respond(request, self._site.make_host(visitor, ""))

    def _render(self, visitor: Visitor, address: str, language: str) -> Rendered:
        device = visitor.device.id if urlsplit(address).path in self._site.own_of_device else ""
        view = address, _viewer(visitor, language), device  # what tells apart viewers who see different pages
        return self._site.live.render(view, address, partial(self._page, visitor, address, language))

    async def _events(self, request: Request) -> Response:
        visitor, key = self._visitor(request), request.headers.get("x-key", "")
        if visitor is None:
            return JSONResponse({}, 401)
        address, language = request.query_params.get("at", "/"), find_language(request)
        known = request.query_params.get("known", "")

        def render() -> Rendered:
            now = self._site.visitors.find(key)
            if now is None:
                return as_rendered(0, address, PageResponse(401, "", ""))
            return self._render(now, address, language)

        events = follow_page(
            self._site.live,
            lambda: self._site.visitors.find(key) is not None,
            render,
            int(known) if known.isascii() and known.isdigit() and len(known) < 16 else -1,
            plain="plain" in request.query_params,
        )
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(
            self._counted(visitor.device.id, events), media_type="text/event-stream", headers=headers
        )

    async def _counted(self, device: str, events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Count a stream while it is open."""
        self._count(device, 1)
        try:
            async for event in events:
                yield event
        finally:
            self._count(device, -1)

    def _count(self, device: str, by: int) -> None:
        if self._site.visitors.note_stream(device, by) and not self._site.live.over:
            self._site.live.change()

    async def _enter(self, request: Request) -> Response:
        document = await read_json(request, self._site.limits.body, self._site.limits.body_seconds)
        address = request.client.host if request.client is not None else ""
        code, key, seat = (document.get(name) for name in ("code", "device", "seat"))
        visitors = self._site.visitors
        code = code if isinstance(code, str) else ""
        if code and visitors.codes.is_blocked(address):
            return JSONResponse({}, 429)
        entrance = await asyncio.to_thread(
            visitors.enter,
            key if isinstance(key, str) else "",
            code,
            seat if type(seat) is int and 0 <= seat < 10 else None,
            address,
            device_name(request.headers.get("user-agent", "")),
        )
        if entrance is None:
            return JSONResponse({}, 403 if code else 401)
        if code:
            self._site.live.change()
        return JSONResponse({"device": entrance[0], "key": entrance[1]})

    async def _picture(self, request: Request) -> Response:
        found = self._site.pictures.get(request.path_params["id"])
        if found is None:
            return JSONResponse({}, 404)
        kind, content = found
        return Response(content, media_type=kind, headers={"cache-control": "private, max-age=3600"})

    async def _upload(self, request: Request) -> Response:
        visitor = self._visitor(request)
        upload = self._site.uploads.get(request.path_params["name"])
        if visitor is None or upload is None:
            return JSONResponse({}, 401 if visitor is None else 404)
        body = await read_body(request, upload.limit, upload.seconds)
        language, action = find_language(request), request.headers.get("x-action", "")[:64]
        form = _fields(request.url.query)

        def take() -> Rendered:
            shown = PageRequest("POST", f"/{request.path_params['name']}", form, _viewer(visitor, language))
            return self._follow(visitor, shown, lambda: upload.take(self._site.make_host(visitor, action), shown, body))

        reader = self._readers[request.path_params["name"]]
        return _as_json(await self._once(visitor, action, take, reader), request)

    def _visitor(self, request: Request) -> Visitor | None:
        return self._site.visitors.find(request.headers.get("x-key", ""))


def seat_of(address: str) -> int | None:
    """Return the seat whose page an address is.

    >>> seat_of("/seat/1?form=2"), seat_of("/tv")
    (1, None)
    """
    path = urlsplit(address).path
    last = path.removeprefix("/seat/")
    return int(last) if last != path and len(last) == 1 and last.isascii() and last.isdigit() else None


def _viewer(visitor: Visitor, language: str) -> Viewer:
    device = visitor.device
    return Viewer(visitor.seat, device.is_host, device.is_table, language, visitor.elsewhere)


def _fields(query: str) -> Fields:
    try:
        found = parse_qs(query, keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise InvalidBody from error
    return {name: tuple(values) for name, values in found.items()}


def _as_json(rendered: Rendered, request: Request) -> Response:
    content, headers = pack(rendered.document, request.headers)
    return Response(content, media_type="application/json", headers={**headers, "cache-control": "no-store"})


def _document(request: Request) -> Response:
    """Return the document around every page; what it shows comes with the tab's secret."""
    content = whole_page(PageResponse(200, "Decktet companion", ""), find_language(request)).encode()
    packed, headers = pack(content, request.headers)
    return Response(packed, media_type="text/html; charset=utf-8", headers={**headers, "vary": "accept-language"})
