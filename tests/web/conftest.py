"""A game of the app in a journal on the disk, and its pages."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.magnate.game import MAGNATE
from companion.games.protocol import Game
from companion.journal import Journal, KeptGame
from companion.journal.copies.transfer import Outbox
from companion.play import AnyPlay, Play, Source
from companion.web.hosting.games_server import GamesServer
from companion.web.hosting.server_host import LIMITS
from companion.web.hosting.table_site import TableSite
from companion.web.network_interfaces import LOOPBACK
from companion.web.request_guard import RequestLimits
from tests.play.kept_play import NOON, kept
from tests.web.browser import chromium
from tests.web.site import games_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@dataclass(eq=False)
class Sitting:
    """A table that attends to what its pages hand in, on the thread that owns the play."""

    play: AnyPlay
    site: TableSite
    do: Callable[[Callable[[], Any]], Any]


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
    ids = itertools.count()
    with ThreadPoolExecutor(1) as thread:

        def do(act: Callable[[], Any]) -> Any:
            return thread.submit(act_and_attend, act).result(60)

        def act_and_attend(act: Callable[[], Any]) -> Any:
            result = act()
            table.play.attend()
            return result

        def wake() -> None:
            thread.submit(act_and_attend, lambda: None)

        def begin() -> tuple[Journal, Sitting]:
            journal = Journal.open(server or f"sqlite:///{folder / 'games.db'}")
            journal.create(game)
            play: AnyPlay = Play(
                rules,
                journal,
                game.id,
                now=lambda: NOON,
                new_id=lambda: f"id-{next(ids)}",
                asks=frozenset({Source.CAMERA} if taken else {Source.CAMERA, Source.PAGE}),
                wake=wake,
                outbox=Outbox(folder / "waiting.db") if server is not None else None,
            )
            site = TableSite(play, folder, LOOPBACK, acts_at_once=lambda: taken, limits=limits)
            return journal, Sitting(play, site, do)

        journal, table = thread.submit(begin).result(20)
        try:
            yield table
        finally:
            thread.submit(table.site.close).result()
            thread.submit(journal.close).result()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Sitting]:
    with sitting(tmp_path, kept("g"), MAGNATE) as table:
        yield table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GamesServer]:
    """A site of all games, with one open."""
    with games_server(tmp_path, kept("g")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a file."""
    with chromium() as browser:
        yield browser
