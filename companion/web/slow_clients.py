"""Protects the server from slow clients and from too many connections."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.web.quotas import Quotas
from companion.web.request_guard import RequestLimits

AT_ONCE = 2000
"""Maximum number of connections that the server counts at once; the quotas keep them far below it."""


def create_server(app: ASGIApp, limits: RequestLimits, quotas: Quotas | None = None, **tls: Any) -> uvicorn.Server:
    """Return a uvicorn server that sends no identification and logs no errors of clients.

    Args:
        app: The app.
        limits: The limits for requests.
        quotas: Counts the connections.
        **tls: The certificate, for TLS.
    """
    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=make_timeout_protocol(limits, quotas or Quotas(limits.connections)),
            ws="none",
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            limit_concurrency=AT_ONCE,
            h11_max_incomplete_event_size=16384,
            **tls,
        )
    )


def make_timeout_protocol(limits: RequestLimits, quotas: Quotas) -> type[H11Protocol]:
    """Return a protocol that closes connections without a complete request in time, and those that never read.

    uvicorn itself waits for the head of a request while anything comes, for the rest of a refused one, and for ever
    for a client that reads nothing of the response.

    Args:
        limits: The timeouts.
        quotas: Counts the connections.

    Returns:
        The class of the protocol.
    """

    class TimeoutProtocol(H11Protocol):
        _timeout: asyncio.TimerHandle | None = None
        _reading: asyncio.TimerHandle | None = None
        _address = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
            """Start the timeout, or close one connection too many."""
            super().connection_made(transport)
            self._address = self.client[0] if self.client is not None else ""
            if quotas.take(self._address):
                self._start_timeout()
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            """Start the timeout again after a response."""
            super().data_received(data)
            self._start_timeout()

        def pause_writing(self) -> None:
            """Give the client some time to read."""
            super().pause_writing()
            if self._reading is None:
                self._reading = self.loop.call_later(limits.write_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            """Go on: the client has read."""
            super().resume_writing()
            self._stop_reading()

        def shutdown(self) -> None:
            """Close the connection at once if its client does not read."""
            if self._reading is not None:
                self.transport.abort()
            super().shutdown()

        def connection_lost(self, exc: Exception | None) -> None:
            """Stop the timeouts."""
            quotas.release(self._address)
            self._stop_timeout()
            self._stop_reading()
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

        def _stop_reading(self) -> None:
            if self._reading is not None:
                self._reading.cancel()
                self._reading = None

        def _hang_up(self) -> None:
            self._timeout = None
            if not self._is_answered():
                self.transport.abort()

        def _is_answered(self) -> bool:
            """Return whether a request has come whose response is not complete."""
            return self.cycle is not None and not self.cycle.response_complete

    return TimeoutProtocol


class GuardedLoop(asyncio.SelectorEventLoop):
    """A loop that counts TLS handshakes by address and ends those that take too long, for which uvicorn has no setting.

    Args:
        limits: Its ``head_seconds`` is the timeout.
        quotas: Counts the handshakes.
    """

    def __init__(self, limits: RequestLimits, quotas: Quotas) -> None:
        super().__init__()
        self._limits, self._quotas = limits, quotas

    async def create_server(self, *args: Any, **how: Any) -> Any:
        """Return a server that accepts TLS connections by itself."""
        if how.get("ssl"):
            return _TlsAcceptor(self, self._limits, self._quotas, args[0], how["sock"], how["ssl"])
        return await super().create_server(*args, **how)


class _TlsAcceptor:
    """Accepts connections of one socket, and hands each to a protocol after its TLS handshake."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        limits: RequestLimits,
        quotas: Quotas,
        protocol: Callable[[], asyncio.Protocol],
        listening: socket.socket,
        context: Any,
    ) -> None:
        self._loop, self._limits, self._quotas = loop, limits, quotas
        self._protocol, self._context = protocol, context
        self.sockets = (listening,)
        listening.setblocking(False)
        self._handshakes: set[asyncio.Task[None]] = set()
        self._task = loop.create_task(self._accept(listening))

    def close(self) -> None:
        """Accept no more."""
        self._task.cancel()
        for one in self._handshakes:
            one.cancel()
        self.sockets[0].close()

    async def wait_closed(self) -> None:
        """Wait until nothing is accepted any more."""
        await asyncio.gather(self._task, *self._handshakes, return_exceptions=True)

    async def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                line, (address, *_) = await self._loop.sock_accept(listening)
            except OSError:  # too many open files, or gone before it was accepted
                await asyncio.sleep(0.05)
                continue
            task = self._loop.create_task(self._shake_hands(line, str(address)))
            self._handshakes.add(task)
            task.add_done_callback(self._handshakes.discard)

    async def _shake_hands(self, line: socket.socket, address: str) -> None:
        try:
            if not self._quotas.greet(address):
                line.close()
                return
            # A handshake that fails is the client's affair.
            with suppress(OSError, asyncio.TimeoutError, asyncio.CancelledError):
                await self._loop.connect_accepted_socket(
                    self._protocol, line, ssl=self._context, ssl_handshake_timeout=self._limits.head_seconds
                )
        finally:
            self._quotas.agree(address)
