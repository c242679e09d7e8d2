"""A game of the app in a journal on the disk, and its pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from companion.games.magnate.game import MAGNATE
from companion.games.protocol import Game
from companion.journal import Journal, KeptGame
from companion.journal.copies.transfer import Outbox
from companion.play import AnyPlay, Confirm, Play, Policy, Source
from companion.web.hosting.site_parts import LIMITS
from companion.web.hosting.table_site import TableSite
from companion.web.network_interfaces import LOOPBACK
from companion.web.request_guard import RequestLimits
from tests.play.kept_play import NOON, kept


class Sitting:
    """A table that attends to what its pages hand in, on the thread that owns the play."""

    def __init__(self, play: AnyPlay, site: TableSite, do: Callable[[Callable[[], Any]], Any]) -> None:
        self.play, self.site, self.do = play, site, do


@contextmanager
def sitting(
    folder: Path,
    game: KeptGame,
    rules: Game[Any, Any, Any, Any],
    taken: bool = True,
    limits: RequestLimits = LIMITS,
    server: str | None = None,
) -> Iterator[Sitting]:
    """``do`` does something on the table's thread and gives what comes of it; ``taken``: pages' moves count at once.

    ``server``: the URL of a club's, where what it cannot be given waits in the folder.
    """
    work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
    ready: SimpleQueue[Sitting] = SimpleQueue()

    def do(act: Callable[[], Any]) -> Any:
        done: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

        def act_and_tell() -> None:
            try:
                done.put((act(), None))
            except BaseException as error:
                done.put((None, error))

        work.put(act_and_tell)
        result, error = done.get(timeout=60)
        if error is not None:
            raise error
        return result

    def run() -> None:
        ids = iter(range(100_000))
        outbox = Outbox(folder / "waiting.db") if server is not None else None
        with Journal.open(server or f"sqlite:///{folder / 'games.db'}") as journal:
            journal.create(game)
            confirm = Confirm.AT_ONCE if taken else Confirm.ASK
            play: AnyPlay = Play(
                rules,
                journal,
                game.id,
                now=lambda: NOON,
                new_id=lambda: f"id-{next(ids)}",
                policy=Policy({Source.PAGE: confirm}),
                wake=lambda: work.put(lambda: None),
                outbox=outbox,
            )
            site = TableSite(play, folder, LOOPBACK, acts_at_once=lambda: taken, limits=limits)
            ready.put(Sitting(play, site, do))
            while (act := work.get()) is not None:
                act()
                play.attend()
            site.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield ready.get(timeout=20)
    finally:
        work.put(None)
        thread.join()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    with sitting(tmp_path, kept("g"), MAGNATE) as table:
        yield table
