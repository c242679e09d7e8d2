"""``python -m tests.bench live``: touch latency while the camera's pictures are read."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

from companion.errors import CompanionError
from companion.locale import Message
from tests.bench.figures import Figure
from tests.bench.record import Measured
from tests.bench.staged_games import StagedGames

TURNS = 4
MAX_BUSY_TOUCH_MS = 70.0
"""Maximum milliseconds from a touch to its picture while the app does something else too, 95th percentile."""
WATCHERS = 20
"""Browsers that watch the table's web page."""
SLOWEST_TOUCH_MS = 250.0
"""Maximum milliseconds of the slowest touch of all."""


def measure_touches_while_reading(games: StagedGames) -> Figure:
    """Return the figure of the touch latency on the table screen with a staged film as its camera.

    The app runs in a process of its own; the same touches are measured without a camera for comparison.

    Args:
        games: the staged games, of which the first is used.

    Returns:
        The figure.

    Raises:
        CompanionError: if the app cannot run here.
    """
    seed = next(iter(games.seeds), 0)
    stage = replace(games, turns=TURNS)
    film = stage.render(seed)
    command = [sys.executable, "-m", "tests.bench.touch_latency", str(film), "--watchers", str(WATCHERS)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    stage.remove(seed)
    if made.returncode:
        raise CompanionError(
            "the table screen",
            Message("cannot be measured here ({why})", {"why": (made.stderr.strip().splitlines() or ["?"])[-1]}),
            Message("run companion doctor"),
        )
    measured = json.loads(made.stdout)
    reading = measured["while_a_change_is_read"]
    slowest = max(measured[part]["most_ms"] for part in ("alone", "with_camera", "watched"))
    wanted = f"{MAX_BUSY_TOUCH_MS:g} ms, the 95th percentile; the slowest of all {SLOWEST_TOUCH_MS:g} ms"
    return Figure(
        "a touch while a change is read",
        wanted,
        measured,
        bool(reading["touches"]) and reading["95th_ms"] <= MAX_BUSY_TOUCH_MS and slowest <= SLOWEST_TOUCH_MS,
        {
            "app-touch-camera-95": Measured(reading["95th_ms"], reading["touches"]),
            "app-touch-most": Measured(slowest),
        }
        if reading["touches"]
        else {},
    )
