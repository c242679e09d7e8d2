"""How long a line may take to say what it wants, and how many lines one address may hold."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.request_guard import RequestLimits


def create_server(app: ASGIApp, limits: RequestLimits, at_once: int, **tls: Any) -> uvicorn.Server:
    """uvicorn for so many requests at once; it tells nothing of itself, and keeps quiet about what strangers send."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=make_timeout_protocol(limits),
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


def make_timeout_protocol(limits: RequestLimits) -> type[H11Protocol]:
    """The server's side of a line, which hangs up on whoever has no answer coming and is slow to ask for one.

    uvicorn itself waits for the head of a request as long as anything comes, and for the rest of one that was refused.
    """
    held = Counter[str]()

    class TimeoutProtocol(H11Protocol):
        _timeout: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            super().connection_made(transport)
            self._address = self.client[0] if self.client is not None else ""
            held[self._address] += 1
            if held[self._address] > limits.connections:
                transport.abort()
            else:
                self._start_timeout()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._start_timeout()

        def connection_lost(self, exc: Exception | None) -> None:
            held[self._address] -= 1
            if not held[self._address]:
                del held[self._address]
            self._stop_timeout()
            super().connection_lost(exc)

        def _start_timeout(self) -> None:
            if self._is_answered():
                self._stop_timeout()
            elif self._timeout is None:
                self._timeout = self.loop.call_later(limits.head_seconds, self._hang_up)

        def _stop_timeout(self) -> None:
            if self._timeout is not None:
                self._timeout.cancel()
                self._timeout = None

        def _hang_up(self) -> None:
            self._timeout = None
            if not self._is_answered():
                self.transport.abort()

        def _is_answered(self) -> bool:
            """Whether a request was heard whose answer is not complete yet."""
            return self.cycle is not None and not self.cycle.response_complete

    return TimeoutProtocol
