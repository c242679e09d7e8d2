"""Two hundred who watch a game: when they see what happens, and what that does to the touch at the table."""

from __future__ import annotations

import os
import random
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct
from companion.pieces import Tokens
from companion.play import Source
from companion.web.hosting.site_parts import LIMITS
from companion.web.request_guard import ConnectionLimits
from tests.bench.figures import Measured
from tests.figures import figure, record
from tests.play.kept_play import kept
from tests.web.conftest import Sitting, sitting
from tests.web.site import Tab
from tests.web.watchers import Watchers

WATCHERS = int(os.environ.get("WATCHERS", "200"))
TOUCHES = int(os.environ.get("WATCHERS_TOUCHES", "300"))


@pytest.mark.prove("watchers")
@pytest.mark.timeout(1800)
def test_two_hundred_see_a_change_at_once_and_the_table_feels_nothing_of_them(tmp_path: Path) -> None:
    """Two tables that serve their pages, one of them watched: a touch at one, then at the other, in no order."""
    (tmp_path / "watched").mkdir()
    (tmp_path / "alone").mkdir()
    many, chance = 2 * WATCHERS, random.Random(19)
    freely = replace(LIMITS, burst=5 * many, connections=ConnectionLimits(known=many, stranger=many, strangers=many))
    with (
        sitting(tmp_path / "watched", kept("g"), MAGNATE, limits=freely) as watched,
        sitting(tmp_path / "alone", kept("g"), MAGNATE) as alone,
    ):
        keys = [Tab(watched.site.invitation(None)).key for _ in range(WATCHERS)]
        begun: list[tuple[int, float]] = []
        took: dict[Sitting, list[float]] = {watched: [], alone: []}
        with Watchers(watched.site.address, keys) as watchers:
            for _ in range(TOUCHES):
                for table in chance.sample([watched, alone], 2):
                    time.sleep(chance.uniform(0.1, 0.3))
                    moment, seconds = table.do(partial(_touch, table))
                    took[table].append(seconds)
                    if table is watched:
                        begun.append((watched.site.live.number, moment))
            time.sleep(2)
            views = watchers.views()
    late = sorted(_late(one, number, moment) for one in views for number, moment in begun)
    medians = [_median(took[table]) for table in (watched, alone)]
    figure(
        "watchers",
        watchers=WATCHERS,
        changes=TOUCHES,
        seen_p50_ms=1000 * late[len(late) // 2],
        seen_p95_ms=1000 * late[int(0.95 * len(late))],
        seen_p99_ms=1000 * late[int(0.99 * len(late))],
        seen_last_ms=1000 * late[-1],
        touch_watched_ms=1000 * medians[0],
        touch_alone_ms=1000 * medians[1],
    )
    record(
        {
            "watchers-99": Measured(round(1000 * late[int(0.99 * len(late))]), len(late)),
            "watchers-touch": Measured(round(100 * (medians[0] / medians[1] - 1)), TOUCHES),
        }
    )
    assert late[int(0.99 * len(late))] < 0.250
    assert medians[0] / medians[1] < 1.10


def _touch(table: Sitting) -> tuple[float, float]:
    """When it began, and the seconds until it was kept and told."""
    held = table.play.state.tokens[0]
    fact = TokensFact(0, held, held + Tokens.parse("K1"))
    begun = time.monotonic()
    table.play.propose(Correct((fact,)), source=Source.TOUCH)
    return begun, time.monotonic() - begun


def _late(views: list[tuple[int, float]], number: int, begun: float) -> float:
    """Seconds until one who watches was shown this, or already more."""
    return next(at for shown, at in views if shown >= number) - begun


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
