"""``python -m tests.bench.touch_latency [FILM]``: how soon the table screen answers a finger.

The app plays in a window that nobody sees; its camera, if any, is a staged film with its truth beside it. A finger is
due now and then, whatever the screen is busy with; it is answered once the picture
that it changed is drawn. Prints JSON.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from companion.app.environment import settle_offscreen
from companion.folders import Folders

EVERY = 0.31
"""Seconds between two touches: no divisor of the film's rate."""
FRAME = 1 / 60
QUIET = 60
"""Touches without a camera, to compare with."""


def main(arguments: list[str] | None = None) -> int:
    """Measures for as long as the film lasts, or without a camera alone."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.touch_latency", description=__doc__)
    parser.add_argument("film", type=Path, nargs="?", help="a video that models.training.stage made")
    film: Path | None = parser.parse_args(arguments).film
    settle_offscreen()
    from kivy.core.window import Window

    if Window is None:
        print("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data:
        truth = json.loads(film.with_suffix(".json").read_text(encoding="utf-8")) if film is not None else _dealt()
        screen = _table(Path(data), truth)
        told = {"alone": _told([seconds for _, seconds in _touched(screen, QUIET * EVERY)])}
        if film is not None:
            told |= _before_a_camera(screen, film, truth["seconds"] + 3)
    print(json.dumps(told))
    return 0


def _before_a_camera(screen: Any, film: Path, seconds: float) -> dict[str, dict[str, float]]:
    screen.camera.start(str(film))
    touched = _touched(screen, seconds)
    screen.camera.leave()
    reading = [seconds for busy, seconds in touched if busy]
    return {"with_camera": _told([seconds for _, seconds in touched]), "while_a_change_is_read": _told(reading)}


def _dealt() -> dict[str, Any]:
    """A game where no film brings one, as a film's truth has it."""
    from companion.demo.deal import Deal
    from companion.games.magnate import preset
    from companion.games.magnate.game import MAGNATE

    options = preset("standard")
    setup = Deal.from_seed(1, options).setup
    return {"options": MAGNATE.options_to_json(options), "setup": MAGNATE.setup_to_json(setup)}


def _table(data: Path, truth: dict[str, Any]) -> Any:
    """The table screen with the film's game on it."""
    from companion.app.application import CompanionApp
    from companion.games.magnate.game import MAGNATE

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    options = MAGNATE.options_from_json(truth["options"], "options")
    setup = MAGNATE.setup_from_json(truth["setup"], "setup")
    app.start_game(MAGNATE, ("Ann", "Ben"), options, setup)
    return app.root.current_screen


def _touched(screen: Any, seconds: float) -> list[tuple[bool, float]]:
    """For each touch whether something was being read, and the seconds from when it was due until it was drawn."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish
    from kivy.tests.common import UnitTestTouch  # brings pytest along: not while a touch is measured

    told: list[tuple[bool, float]] = []
    fingers = _fingers(screen)
    ends, due = time.perf_counter() + seconds, time.perf_counter() + EVERY
    while time.perf_counter() < ends:
        begun = time.perf_counter()
        EventLoop.idle()
        # What is not waited for piles up in the renderer, and the next touch would pay for it.
        glFinish()
        if time.perf_counter() >= due:
            busy = screen.ids.camera.mood == "busy"
            widget = next(fingers)
            touch = UnitTestTouch(*widget.to_window(*widget.center))
            touch.touch_down()
            touch.touch_up()
            EventLoop.idle()
            glFinish()
            told.append((busy, time.perf_counter() - due))
            due = max(due + EVERY, time.perf_counter())
        time.sleep(max(0.0, FRAME - (time.perf_counter() - begun)))
    return told


def _fingers(screen: Any) -> Iterator[Any]:
    """What is tapped in turn: the log and its way out, a token's counter, and one more or one less of it."""
    panel = screen.panels[0]
    counter = next(iter(panel.counters.values()))
    for number in itertools.count():
        yield panel.ids.log
        yield screen.sheet.ids.close
        yield counter
        yield panel.editor.ids.minus if number % 2 else panel.editor.ids.plus


def _told(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {"touches": 0}
    ordered = sorted(1000 * second for second in seconds)
    return {
        "touches": len(ordered),
        "median_ms": round(median(ordered), 1),
        "95th_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "most_ms": round(ordered[-1], 1),
    }


if __name__ == "__main__":
    sys.exit(main())
