"""How long a line may take to say what it wants, and how many lines one address may hold."""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.page.gate import Limits


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
