"""Reads the bodies of requests, within limits."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from companion.decoding import document_of


class InvalidBody(Exception):
    """A body that is too long, too slow, or not what its path takes."""


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """Return a request's body; raise :class:`InvalidBody` if it is too long or too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > limit:
                    raise InvalidBody
    except (TimeoutError, ClientDisconnect) as error:
        raise InvalidBody from error
    return bytes(body)


async def read_json(request: Request, limit: int, seconds: float) -> dict[str, Any]:
    """Return a request's body as a JSON object; raise :class:`InvalidBody` if it is none."""
    try:
        document = document_of(await read_body(request, limit, seconds))
    except (ValueError, RecursionError) as error:
        raise InvalidBody from error
    if not isinstance(document, dict):
        raise InvalidBody
    return document


async def answer_invalid(_request: Request, _error: Exception) -> Response:
    """Return the response to a request whose body cannot be used."""
    return JSONResponse({}, 400)
