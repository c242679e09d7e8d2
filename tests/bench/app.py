"""``python -m tests.bench app``: start time, touch latency and memory of the tablet app."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.errors import CompanionError
from companion.locale import Message
from tests.bench.figures import AsJson, Figure, Measured, Record, report
from tests.bench.measured_process import with_bytecode
from tests.bench.staged_games import StagedGames

FIRST_START_SECONDS, LATER_START_SECONDS = 2.5, 1.5
"""Maximum seconds from the command to the first screen: right after an installation, and later."""
MAX_TOUCH_MS = 60.0
"""Maximum milliseconds from a touch to the picture that it changed, 95th percentile."""
MAX_BUSY_TOUCH_MS, SLOWEST_TOUCH_MS = 70.0, 250.0
"""The same while the app does something else too, and maximum of the slowest touch of all."""
TURNS, WATCHERS = 4, 20
"""Turns of the staged film, and browsers that watch the table's web page."""
MAX_GROWTH = 0.05
"""Share by which memory may grow after the first tenth of the turns."""


class Part(Enum):
    """Parts that can be measured on their own."""

    START = "start"
    TOUCH = "touch"
    MEMORY = "memory"
    CAMERA_MEMORY = "camera-memory"


def bench_app(
    part: Annotated[list[Part] | None, typer.Option(help="Only this; may be given several times.")] = None,
    starts: Annotated[int, typer.Option(min=1, help="How often the app is started, of either kind.")] = 5,
    turns: Annotated[int, typer.Option(min=20, help="Turns for which memory is watched.")] = 200,
    minutes: Annotated[float, typer.Option(min=1, help="Minutes for which memory is watched with a camera.")] = 60,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Measure the tablet app, drawn by software in an offscreen window. Exit 1 if a figure is missed."""
    return report("app", _figures(part or list(Part), starts, turns, minutes), as_json, recorded)


def _figures(parts: list[Part], starts: int, turns: int, minutes: float) -> Iterator[Figure]:
    if Part.START in parts:
        yield measure_start(
            "the first time after an install", FIRST_START_SECONDS, starts, compiled=False, figure_id="app-start-first"
        )
        yield measure_start("later", LATER_START_SECONDS, starts, compiled=True, figure_id="app-start-later")
    if Part.TOUCH in parts:
        yield from _touches()
    if Part.MEMORY in parts:
        measured = _run_json("tests.bench.app_in_use", "turns", str(turns))
        wanted = f"flat within {MAX_GROWTH:.0%} after the first tenth"
        yield Figure(
            f"memory over {measured['turns']} turns",
            wanted,
            measured,
            measured["growth"] <= MAX_GROWTH,
            {
                "app-growth": Measured(round(100 * measured["growth"], 2), measured["turns"]),
                "app-memory": Measured(measured["at_most_MB"], measured["turns"]),
            },
        )
    if Part.CAMERA_MEMORY in parts:
        with _film() as film:
            measured = _run_json("tests.bench.app_in_use", "camera", str(minutes), film)
        yield Figure(
            f"memory over {minutes:g} minutes with a camera",
            f"the last tenth within {MAX_GROWTH:.0%} of the second, medians",
            measured,
            measured["growth"] <= MAX_GROWTH,
            {"app-camera-growth": Measured(round(100 * measured["growth"], 2), len(measured["half_minutes_MB"]))},
        )


@contextmanager
def _film() -> Iterator[str]:
    """Yield a staged film, to be the camera of the table."""
    with tempfile.TemporaryDirectory() as folder:
        yield str(StagedGames(Path(folder), [0], TURNS).render(0))


def _touches() -> Iterator[Figure]:
    """Yield the figures of the touch latency: alone, while the web page is watched, and while pictures are read."""
    with _film() as film:
        measured = _run_json("tests.bench.touch_latency", film, "--watchers", str(WATCHERS))
    alone, watched, reading = measured["alone"], measured["watched"], measured["while_a_change_is_read"]
    yield Figure(
        "a touch until its picture is drawn",
        f"{MAX_TOUCH_MS:g} ms, the 95th percentile",
        alone,
        alone["95th_ms"] <= MAX_TOUCH_MS,
        {"app-touch-95": Measured(alone["95th_ms"], alone["touches"])},
    )
    yield Figure(
        f"a touch while {WATCHERS} browsers watch the web page",
        f"{MAX_BUSY_TOUCH_MS:g} ms, the 95th percentile",
        watched,
        watched["95th_ms"] <= MAX_BUSY_TOUCH_MS,
        {"app-touch-watchers-95": Measured(watched["95th_ms"], watched["touches"])},
    )
    slowest = max(measured[part]["most_ms"] for part in ("alone", "with_camera", "watched"))
    values = {"app-touch-most": Measured(slowest)}
    if reading["touches"]:
        values["app-touch-camera-95"] = Measured(reading["95th_ms"], reading["touches"])
    yield Figure(
        "a touch while a change is read",
        f"{MAX_BUSY_TOUCH_MS:g} ms, the 95th percentile; the slowest of all {SLOWEST_TOUCH_MS:g} ms",
        reading,
        bool(reading["touches"]) and reading["95th_ms"] <= MAX_BUSY_TOUCH_MS and slowest <= SLOWEST_TOUCH_MS,
        values,
    )


def measure_start(when: str, limit: float, times: int, *, compiled: bool, figure_id: str) -> Figure:
    """Return the figure of the seconds until the first screen is drawn.

    Args:
        when: how the figure names this kind of start.
        limit: maximum median in seconds.
        times: number of starts.
        compiled: False to start without bytecode, as right after an installation.
        figure_id: the figure's id in ``docs/figures.json``.

    Returns:
        The figure.
    """
    taken = []
    with tempfile.TemporaryDirectory() as warm:
        if compiled:
            _run_json("tests.bench.app_in_use", "start", bytecode=warm)
        for _ in range(times):
            with tempfile.TemporaryDirectory() as cold:
                begun = time.time()
                drawn = _run_json("tests.bench.app_in_use", "start", bytecode=warm if compiled else cold)["drawn"]
            taken.append(drawn - begun)
    measured = {"starts": times, "median_s": round(statistics.median(taken), 2), "most_s": round(max(taken), 2)}
    return Figure(
        f"start to usable, {when}",
        f"median at most {limit:g} s",
        measured,
        measured["median_s"] <= limit,
        {figure_id: Measured(measured["median_s"], times)},
    )


def _run_json(module: str, *arguments: str, bytecode: str | None = None) -> dict[str, Any]:
    """Return the JSON that a module prints in a process of its own."""
    made = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ) if bytecode is None else with_bytecode(bytecode),
    )
    if made.returncode:
        raise CompanionError(
            Message("the tablet app"),
            Message("cannot be measured here ({why})", {"why": (made.stderr.strip().splitlines() or ["?"])[-1]}),
            Message("run companion doctor"),
        )
    answer: dict[str, Any] = json.loads(made.stdout)
    return answer
