"""How long a line may take to say what it wants, and how many lines one address may hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.request_guard import Limits


def server_of(app: ASGIApp, limits: Limits, at_once: int, **tls: Any) -> uvicorn.Server:
    """uvicorn for so many requests at once; it tells nothing of itself, and keeps quiet about what strangers send."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=hurried(limits),
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            limit_concurrency=at_once,
            h11_max_incomplete_event_size=16384,
            **tls,
        )
    )


def hurried(limits: Limits) -> type[H11Protocol]:
    """The server's side of a line, which hangs up on whoever has no answer coming and is slow to ask for one.

    uvicorn itself waits for the head of a request as long as anything comes, and for the rest of one that was refused.
    """
    held = Counter[str]()

    class Hurried(H11Protocol):
        _hanging_up: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._address = self.client[0] if self.client is not None else ""
            held[self._address] += 1
            if held[self._address] > limits.lines:
                transport.abort()
            else:
                self._hurry()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._hurry()

        def connection_lost(self, exc: Exception | None) -> None:
            held[self._address] -= 1
            if not held[self._address]:
                del held[self._address]
            self._no_hurry()
            super().connection_lost(exc)

        def _hurry(self) -> None:
            if self._is_answered():
                self._no_hurry()
            elif self._hanging_up is None:
                self._hanging_up = self.loop.call_later(limits.head_seconds, self._hang_up)

        def _no_hurry(self) -> None:
            if self._hanging_up is not None:
                self._hanging_up.cancel()
                self._hanging_up = None

        def _hang_up(self) -> None:
            self._hanging_up = None
            if not self._is_answered():
                self.transport.abort()

        def _is_answered(self) -> bool:
            """Whether a request was heard whose answer is not complete yet."""
            return self.cycle is not None and not self.cycle.response_complete

    return Hurried
