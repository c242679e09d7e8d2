"""Protects the server from slow clients and from too many connections."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.request_guard import RequestLimits


def create_server(app: ASGIApp, limits: RequestLimits, at_once: int, **tls: Any) -> uvicorn.Server:
    """Return a uvicorn server that sends no identification and logs no errors of clients.

    Args:
        app: The app.
        limits: The limits for connections.
        at_once: Maximum number of requests at once.
        **tls: The certificate, for TLS.

    Returns:
        The server.
    """
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
    """Return a protocol that closes connections without a complete request in time.

    uvicorn itself waits for the head of a request while anything comes, and for the rest of a refused one.

    Args:
        limits: The timeout, and the maximum number of connections of an address.

    Returns:
        The class of the protocol.
    """
    held = Counter[str]()

    class TimeoutProtocol(H11Protocol):
        _timeout: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Start the timeout, or close one connection too many."""
            super().connection_made(transport)
            self._address = self.client[0] if self.client is not None else ""
            held[self._address] += 1
            if held[self._address] > limits.connections:
                transport.abort()
            else:
                self._start_timeout()

        def data_received(self, data: bytes) -> None:
            """Start the timeout again after a response."""
            super().data_received(data)
            self._start_timeout()

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop the timeout."""
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
            """Return whether a request has come whose response is not complete."""
            return self.cycle is not None and not self.cycle.response_complete

    return TimeoutProtocol
