"""Many who watch one table, in a program of their own: when each of them saw what."""

import asyncio
import multiprocessing
import re
import threading
import time
from types import TracebackType
from typing import Any, Self

from tests.waiting import end_with_the_test

_PROGRAMS = multiprocessing.get_context("spawn")

Views = list[list[tuple[int, float]]]
"""Of each who watches: the number of what was shown, and when, on the machine's clock, all of it was there."""


class Watchers:
    """As many as there are keys, on the scoreboard at ``address``; inside once the block begins."""

    def __init__(self, address: str, keys: list[str]) -> None:
        self._ready = _PROGRAMS.Event()
        self._pipe, tells = _PROGRAMS.Pipe()
        asked = (address.removeprefix("http://"), keys, self._ready, tells)
        self._program = _PROGRAMS.Process(target=_watch, args=asked, daemon=True)

    def __enter__(self) -> Self:
        self._program.start()
        assert self._ready.wait(120), "they do not come in"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._program.kill()
        self._program.join()

    def views(self) -> Views:
        """What they saw until now."""
        self._pipe.send(None)
        views: Views = self._pipe.recv()
        return views


def _watch(host: str, keys: list[str], ready: Any, tells: Any) -> None:
    threading.Thread(target=end_with_the_test, daemon=True).start()
    asyncio.run(_all(host, keys, ready, tells))


async def _all(host: str, keys: list[str], ready: Any, tells: Any) -> None:
    views: Views = [[] for _ in keys]
    lines = [asyncio.create_task(_one(host, *one)) for one in zip(keys, views, strict=True)]
    while not all(views):
        assert not any(line.done() for line in lines), [line for line in lines if line.done()]
        await asyncio.sleep(0.05)
    ready.set()
    while True:
        await asyncio.to_thread(tells.recv)
        tells.send(views)


async def _one(host: str, key: str, views: list[tuple[int, float]]) -> None:
    where, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(where, int(port), limit=1 << 22)
    head = ["GET /events?at=/tv HTTP/1.1", f"Host: {host}", f"X-Key: {key}", "", ""]
    writer.write("\r\n".join(head).encode())
    while True:
        event = await reader.readuntil(b"\n\n")
        number = re.search(rb"id: (\d+)\n", event)
        if number is not None:
            views.append((int(number[1]), time.monotonic()))
