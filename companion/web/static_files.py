"""The public part of a web page: its files, labels and pictures, and the check of codes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.errors import CompanionError
from companion.locale.languages import LANGUAGES, translations
from companion.web.access_codes import AccessCodes
from companion.web.art import draw_svg
from companion.web.labels import translate_labels

_FILES = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/door.js": ("door.js", "text/javascript; charset=utf-8"),
}


_SHEETS = ("cards", "tiles", "signs")


def public_routes(script: str) -> Iterable[Route]:
    """Yield the routes of the empty page, its script in ``static/``, its labels and its pictures."""
    for path, (name, kind) in {**_FILES, "/page.js": (script, _FILES["/door.js"][1])}.items():
        yield Route(path, partial(_file, name, kind))
    yield Route("/words", _words)
    yield Route("/art/{code}.svg", _art)


def admit_visitor(codes: AccessCodes, code: object, request: Request, cookie: str, *, secure: bool) -> Response:
    """Return a response with the cookie of a new visit; 403 for a wrong code, 429 for too many of them.

    Args:
        codes: Admits visitors.
        code: The code, from the page.
        request: The request.
        cookie: The name of the cookie.
        secure: Whether the cookie is only sent over TLS.

    Returns:
        The response.
    """
    address = request.client.host if request.client is not None else ""
    if codes.is_blocked(address):
        return JSONResponse({}, 429)
    key = codes.admit(code, address) if isinstance(code, str) else None
    if key is None:
        return JSONResponse({}, 403)
    response = JSONResponse({})
    response.set_cookie(cookie, key, httponly=True, secure=secure, samesite="strict", path="/")
    return response


def find_language(request: Request) -> str:
    """Return the language of a request, English if it is not available."""
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2].lower()
    return asked if asked in LANGUAGES else "en"


async def _words(request: Request) -> Response:
    return JSONResponse(translate_labels(translations(find_language(request))))


async def _art(request: Request) -> Response:
    if request.path_params["code"] in _SHEETS:
        picture = _read(f"art/{request.path_params['code']}.svg")
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})
    try:
        picture = draw_svg(request.path_params["code"][:8])
    except CompanionError:
        return JSONResponse({}, 404)
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


async def _file(name: str, kind: str, _request: Request) -> Response:
    return Response(_read(name), media_type=kind)


@cache
def _read(name: str) -> bytes:
    return (files("companion.web") / "static" / name).read_bytes()
