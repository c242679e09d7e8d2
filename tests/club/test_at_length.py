"""A club's server over thousands of moves: cut off, restarted, and with twenty tables at it."""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.play import Play
from tests.club.at_length import Writer, at_once, percentile
from tests.play.kept_play import NOON, kept
from tests.postgres import Postgres, running

MOVES = int(os.environ.get("CLUB_MOVES", "10000"))
CUTS, RESTARTS = 50, 5
TABLES, MINUTE = 20, 60.0
FIGURES = Path(__file__).resolve().parents[2] / "out" / "prove" / "club.json"


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """A server that keeps its promises through a power cut, as a club's does."""
    with running(durable=True) as server:
        yield server


def figure(name: str, **values: float) -> None:
    """Writes figures down beside those of the other tests, and says them."""
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    told = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    told[name] = {**values, "load": os.getloadavg()[0]}
    FIGURES.write_text(json.dumps(told, indent=1))
    print(name, told[name], file=sys.__stdout__, flush=True)


@pytest.mark.prove("club")
@pytest.mark.timeout(3000)
def test_two_writers_lose_no_move_and_keep_none_twice_through_cuts_and_restarts(
    durable: Postgres, tmp_path: Path
) -> None:
    url, games = durable.database(), [f"g{number}" for number in range(10)]
    with Journal.open(url) as journal:
        for game in games:
            journal.create(kept(game))
        writers = [Writer(durable, url, seat, tmp_path) for seat in (0, 1)]
        each = MOVES // len(games) // len(writers)
        threads = at_once(writers, games, each)
        _make_trouble(durable, writers, threads)
        for thread in threads:
            thread.join()
        assert [writer.failed for writer in writers] == [[], []]
        for game in games:
            entries = journal.entries(game)
            assert [one.seq for one in entries] == list(range(1, 2 * each + 1))
            for seat in (0, 1):
                own = [one.id for one in entries if one.id.startswith(f"{game}-{seat}-")]
                assert own == [f"{game}-{seat}-{number}" for number in range(each)], "in the order of that seat"
            play = Play(MAGNATE, journal, game, now=lambda: NOON, new_id=lambda: "never")
            assert len(play.course.done) == 2 * each
    confirmed = [seconds for writer in writers for seconds in writer.confirmed]
    p95 = percentile(confirmed, 0.95)
    waited = sum(writer.waited for writer in writers)
    figure("two writers", moves=MOVES, p50_ms=1000 * percentile(confirmed, 0.5), p95_ms=1000 * p95, waited=waited)
    assert p95 < 0.050


def _make_trouble(server: Postgres, writers: list[Writer], threads: list[threading.Thread]) -> None:
    """Cuts one writer's network, or stops the server as a power cut would, each time that so many moves were made."""
    chance = random.Random(19)
    troubles = ["cut"] * CUTS + ["restart"] * RESTARTS
    chance.shuffle(troubles)
    for number, trouble in enumerate(troubles, 1):
        due = number * MOVES / (len(troubles) + 1)
        while sum(writer.made for writer in writers) < due:
            assert any(thread.is_alive() for thread in threads), [writer.failed for writer in writers]
            time.sleep(0.005)
        if trouble == "cut":
            network = chance.choice(writers).network
            network.cut()
            time.sleep(chance.uniform(0.0, 0.3))
            network.mend()
        else:
            server.stop()
            server.start()


@pytest.mark.prove("club")
@pytest.mark.timeout(600)
def test_twenty_tables_at_one_server_have_every_touch_confirmed(durable: Postgres, tmp_path: Path) -> None:
    """Each table touches once a second, four times what people do, for a minute; then all as fast as they can."""
    url = durable.database()
    names = [f"t{number}" for number in range(TABLES)]
    with Journal.open(url) as journal:
        for name in names:
            journal.create(kept(name))
    (tmp_path / "each").mkdir()
    chance = random.Random(19)
    for told, moves, pause in (("20 tables", int(MINUTE), 1.0), ("20 tables, no pause", 50, 0.0)):
        writers = [Writer(durable, url, 0, _made(tmp_path / "each" / f"{told}-{name}")) for name in names]
        begun = time.perf_counter()
        games = [[name] for name in names]
        threads = [
            threading.Thread(target=writer.run, args=(own, moves, partial(chance.uniform, 0, 2 * pause)))
            for writer, own in zip(writers, games, strict=True)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        taken = time.perf_counter() - begun
        assert [writer.failed for writer in writers] == [[]] * TABLES and not any(one.waited for one in writers)
        confirmed = [seconds for writer in writers for seconds in writer.confirmed]
        p95 = percentile(confirmed, 0.95)
        figure(told, p50_ms=1000 * percentile(confirmed, 0.5), p95_ms=1000 * p95, moves_a_second=len(confirmed) / taken)
        if pause:
            assert p95 < 0.100
        with Journal.open(url) as journal:
            for name in names:
                journal.remove(name)
                journal.create(kept(name))


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
