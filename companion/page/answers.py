"""What a page of ours is answered whoever asks: its files, and its words in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.locale.languages import LANGUAGES, translations
from companion.page.words import words


def open_to_all(static: Mapping[str, tuple[str, str]]) -> Iterable[Route]:
    """Routes to files of ``static/``, each by its path with its name and kind, and to the page's words."""
    for path, (name, kind) in static.items():
        yield Route(path, partial(_file, name, kind))
    yield Route("/words", _words)


def language_of(request: Request) -> str:
    """The language that is asked for, of those that are spoken."""
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2].lower()
    return asked if asked in LANGUAGES else "en"


async def _words(request: Request) -> Response:
    return JSONResponse(words(translations(language_of(request))))


async def _file(name: str, kind: str, _request: Request) -> Response:
    return Response(_read(name), media_type=kind)


@cache
def _read(name: str) -> bytes:
    return (files("companion.page") / "static" / name).read_bytes()
