"""A club's server over thousands of moves: cut off, restarted, and with twenty tables at it."""

import os
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.play import Play
from tests.bench.figures import Measured
from tests.club.at_length import Sitting, Writer, percentile
from tests.cut import Network
from tests.figures import figure, record, write, written
from tests.play.kept_play import NOON, kept
from tests.postgres import Postgres, running

MOVES = int(os.environ.get("CLUB_MOVES", "10000"))
CUTS, RESTARTS = 50, 5
GAMES = 10
"""The moves, cuts and restarts are spread over so many games, each a test of its own: what passed is not made again."""
PAUSE = 0.03
"""Seconds between two touches, on average: far quicker than people, and yet a restart meets no more than some tens."""
TABLES, SECONDS = 20, int(os.environ.get("CLUB_SECONDS", "60"))


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """A server that keeps its promises through a power cut, as a club's does."""
    with running(durable=True) as server:
        yield server


@pytest.mark.prove("club")
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", range(GAMES), ids=lambda number: f"{number}-of-{MOVES}-moves")
def test_two_writers_lose_and_double_no_move_through_cuts(durable: Postgres, tmp_path: Path, number: int) -> None:
    url, game, each = durable.database(), f"g{number}", MOVES // GAMES // 2
    with Journal.open(url) as journal, ExitStack() as opened:
        journal.create(kept(game))
        networks = [opened.enter_context(Network(durable.port)) for _ in range(2)]
        writers = [
            Writer(Sitting(_through(network, url, durable), game, seat, each, tmp_path / f"waiting-{seat}.db", PAUSE))
            for seat, network in enumerate(networks)
        ]
        begun = time.perf_counter()
        for writer in writers:
            writer.begin()
        _make_trouble(durable, writers, networks, number)
        sat = [writer.sat() for writer in writers]
        taken = time.perf_counter() - begun
        assert [one.failed for one in sat] == [[], []]
        entries = journal.entries(game)
        assert [one.seq for one in entries] == list(range(1, 2 * each + 1)), "one order, without gaps"
        for seat in (0, 1):
            own = [one.id for one in entries if one.id.startswith(f"{game}-{seat}-")]
            assert own == [f"{game}-{seat}-{place}" for place in range(each)], "in the order of that seat"
        play = Play(MAGNATE, journal, game, now=lambda: NOON, new_id=lambda: "never")
        assert len(play.course.done) == 2 * each
    figures = written("club-touches")
    confirmed = [seconds for one in sat for seconds in one.confirmed]
    waited = sum(one.waited for one in sat)
    figures[f"{number} of {MOVES}"] = {"confirmed": confirmed, "waited": waited, "seconds": taken}
    write("club-touches", figures)


def _through(network: Network, url: str, server: Postgres) -> str:
    return url.replace(f":{server.port}/", f":{network.port}/")


def _make_trouble(server: Postgres, writers: list[Writer], networks: list[Network], number: int) -> None:
    """Cuts one writer's network, or stops the server as a power cut would, each time that so many moves were made."""
    chance = random.Random(number)
    troubles = ["cut"] * (CUTS // GAMES) + ["restart"] * (number < RESTARTS)
    chance.shuffle(troubles)
    for place, trouble in enumerate(troubles, 1):
        while sum(writer.made for writer in writers) < place * MOVES / GAMES / (len(troubles) + 1):
            assert any(writer.busy for writer in writers), "they are done before every trouble was made"
            time.sleep(0.005)
        if trouble == "cut":
            network = chance.choice(networks)
            network.cut()
            time.sleep(chance.uniform(0.0, 0.3))
            network.mend()
        else:
            server.stop()
            server.start()


@pytest.mark.prove("club")
def test_a_touch_is_confirmed_at_once_through_cuts_and_restarts() -> None:
    """Of all those games: what was confirmed while the server could be reached."""
    figures = written("club-touches")
    games = [figures[f"{number} of {MOVES}"] for number in range(GAMES)]
    confirmed = [seconds for one in games for seconds in one["confirmed"]]
    waited = sum(one["waited"] for one in games)
    assert len(confirmed) + waited == MOVES
    p95 = percentile(confirmed, 0.95)
    seconds = sum(one["seconds"] for one in games)
    p50 = percentile(confirmed, 0.5)
    figure("two writers", moves=MOVES, p50_ms=1000 * p50, p95_ms=1000 * p95, waited=waited, seconds=seconds)
    record({"club-lost": Measured(0, MOVES), "club-confirmed-95": Measured(round(1000 * p95, 1), len(confirmed))})
    assert p95 < 0.050


@pytest.mark.prove("club")
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("figure_name", "moves", "pause"), [("20 tables", SECONDS, 1.0), ("20 tables, no pause", 4 * SECONDS, 0.0)]
)
def test_twenty_tables_at_one_server_have_every_touch_confirmed(
    durable: Postgres, tmp_path: Path, figure_name: str, moves: int, pause: float
) -> None:
    """Each table touches once a second, four times what people do, for a minute; then all as fast as they can."""
    url = durable.database()
    names = [f"t{number}" for number in range(TABLES)]
    with Journal.open(url) as journal:
        for name in names:
            journal.create(kept(name))
    writers = [Writer(Sitting(url, name, 0, moves, tmp_path / f"{name}.db", pause)) for name in names]
    for writer in writers:
        writer.begin()
    begun = time.perf_counter()
    sat = [writer.sat() for writer in writers]
    taken = time.perf_counter() - begun
    assert [one.failed for one in sat] == [[]] * TABLES and not any(one.waited for one in sat)
    confirmed = [seconds for one in sat for seconds in one.confirmed]
    p95 = percentile(confirmed, 0.95)
    figure(
        figure_name, p50_ms=1000 * percentile(confirmed, 0.5), p95_ms=1000 * p95, moves_a_second=len(confirmed) / taken
    )
    if pause:
        record({"club-tables-95": Measured(round(1000 * p95, 1), len(confirmed))})
        assert p95 < 0.100
    else:
        record({"club-tables-rate": Measured(round(len(confirmed) / taken), len(confirmed))})
