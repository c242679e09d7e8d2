"""``python -m tests.bench.first_openings``: what each screen takes when it is opened for the first time, as JSON.

The app runs in an offscreen window. It loads and prepares other screens as after a start, for as long as ``--idle``
says; then every screen is opened once. The watchdog names what kept the drawing thread for more than a frame.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from companion.app.environment import configure_offscreen
from companion.folders import Folders
from tests.bench.offscreen import draw
from tests.bench.watchdog import Watchdog


def main(arguments: list[str]) -> int:
    """Open every screen once."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.first_openings", description=__doc__)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds between the first frame and the first tap")
    idle: float = parser.parse_args(arguments).idle
    configure_offscreen()
    from kivy.core.window import Window

    if Window is None:
        print("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data:
        print(json.dumps(_measure(Path(data), idle)))
    return 0


def _measure(data: Path, idle: float) -> dict[str, Any]:
    from companion.app.application import CompanionApp

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    watchdog = Watchdog()
    ends = time.perf_counter() + idle
    while time.perf_counter() < ends:
        with watchdog.frame("idle"):
            draw()
        time.sleep(0.01)
    _begin_game(app)
    opened: dict[str, float] = {}
    for name in ("table", "games", "settings", "new_game", "dice", "deck", "rules", "camera", "roller", "copies"):
        begun = time.process_time()
        with watchdog.frame(name):
            app.go(name)
            draw()
        opened[name] = round(1000 * (time.process_time() - begun), 1)
    watchdog.end()
    app.stop()
    return {"opened_ms": opened, "most_ms": max(opened.values()), "blocked_ms": watchdog.worst(20)}


def _begin_game(app: Any) -> None:
    """Store a game without showing it, as a game that was begun on another day."""
    from companion.demo.deal import Deal
    from companion.games.magnate import preset
    from companion.games.magnate.game import MAGNATE

    options = preset("standard")
    app.play = app.game_store.start(
        MAGNATE, ("Ann", "Ben"), options, Deal.from_seed(1, options).setup, lambda: None, app.report_error
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
