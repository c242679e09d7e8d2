"""What ``python -m tests.bench live`` measures of the screen: a finger while the camera's pictures are read."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

from companion.errors import CompanionError
from companion.locale import Message
from tests.bench.figures import Figure
from tests.bench.staged_games import StagedGames

TURNS = 4
ANSWERED = 60.0
"""Milliseconds, the 95th percentile."""


def touched_while_reading(games: StagedGames) -> Figure:
    """The table screen with a staged film as its camera, in a process of its own: milliseconds until a touch is drawn.

    Without a camera the same touches are measured too, to compare with.
    """
    seed = next(iter(games.seeds), 0)
    stage = replace(games, turns=TURNS)
    film = stage.rendered(seed)
    command = [sys.executable, "-m", "tests.bench.touch_latency", str(film)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    stage.remove(seed)
    if made.returncode:
        raise CompanionError(
            "the table screen",
            Message("cannot be measured here ({why})", {"why": (made.stderr.strip().splitlines() or ["?"])[-1]}),
            Message("run companion doctor"),
        )
    told = json.loads(made.stdout)
    reading = told["while_a_change_is_read"]
    wanted = f"{ANSWERED:g} ms, the 95th percentile"
    return Figure(
        "a touch while a change is read", wanted, told, bool(reading["touches"]) and reading["95th_ms"] <= ANSWERED
    )
