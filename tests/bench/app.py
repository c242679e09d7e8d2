"""``python -m tests.bench app``: how soon the tablet is there and answers a finger, what it takes over an evening."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.errors import CompanionError
from companion.locale import Message
from tests.bench.figures import Figure, report
from tests.bench.live_touch import TURNS, touched_while_reading
from tests.bench.repository import in_repository
from tests.bench.staged_games import StagedGames

AT_FIRST, LATER = 2.5, 1.5
"""Seconds from the command to a screen that can be tapped: right after an install, and from then on."""
ANSWERED = 60.0
"""Milliseconds from a touch to the picture that it changed, the 95th percentile."""
FLAT = 0.05
"""Share by which memory may grow after the first turns."""


class Part(Enum):
    """What can be measured by itself."""

    START = "start"
    TOUCH = "touch"
    CAMERA = "camera"
    MEMORY = "memory"


def bench_app(
    part: Annotated[list[Part] | None, typer.Option(help="Only this; may be given several times.")] = None,
    starts: Annotated[int, typer.Option(min=1, help="How often the app is started, of either kind.")] = 5,
    turns: Annotated[int, typer.Option(min=20, help="Turns for which memory is watched.")] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Measures the tablet app, drawn in software in a window that nobody sees. Exit 1 where a figure is missed."""
    usual = [one for one in Part if one is not Part.CAMERA or in_repository()]
    return report("app", _figures(part or usual, starts, turns), as_json)


def _figures(parts: list[Part], starts: int, turns: int) -> Iterator[Figure]:
    if Part.START in parts:
        yield started("the first time after an install", AT_FIRST, starts, compiled=False)
        yield started("later", LATER, starts, compiled=True)
    if Part.TOUCH in parts:
        told = _told("tests.bench.touch_latency")["alone"]
        wanted = f"{ANSWERED:g} ms, the 95th percentile"
        yield Figure("a touch until its picture is drawn", wanted, told, told["95th_ms"] <= ANSWERED)
    if Part.CAMERA in parts:
        with tempfile.TemporaryDirectory() as folder:
            yield touched_while_reading(StagedGames(Path(folder), [0], TURNS))
    if Part.MEMORY in parts:
        told = _told("tests.bench.app_in_use", "turns", str(turns))
        wanted = f"flat within {FLAT:.0%} after the first tenth"
        yield Figure(f"memory over {told['turns']} turns", wanted, told, told["growth"] <= FLAT)


def started(when: str, within: float, times: int, *, compiled: bool) -> Figure:
    """Seconds until the first screen is drawn; not ``compiled``: as Python finds its files right after an install."""
    taken = []
    with tempfile.TemporaryDirectory() as warm:
        if compiled:
            _told("tests.bench.app_in_use", "start", bytecode=warm)
        for _ in range(times):
            with tempfile.TemporaryDirectory() as cold:
                begun = time.time()
                drawn = _told("tests.bench.app_in_use", "start", bytecode=warm if compiled else cold)["drawn"]
            taken.append(drawn - begun)
    told = {"starts": times, "median_s": round(statistics.median(taken), 2), "most_s": round(max(taken), 2)}
    return Figure(f"start to usable, {when}", f"median at most {within:g} s", told, told["median_s"] <= within)


def _told(module: str, *arguments: str, bytecode: str | None = None) -> dict[str, Any]:
    """What a process with a window of its own prints."""
    where = {"PYTHONPYCACHEPREFIX": bytecode} if bytecode is not None else {}
    made = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **where},
    )
    if made.returncode:
        raise CompanionError(
            Message("the tablet app"),
            Message("cannot be measured here ({why})", {"why": (made.stderr.strip().splitlines() or ["?"])[-1]}),
            Message("run companion doctor"),
        )
    answer: dict[str, Any] = json.loads(made.stdout)
    return answer
