"""``python -m tests.bench.touch_latency [FILM] [--watchers N]``: touch latency of the table screen, as JSON.

The app runs in an offscreen window; its camera, if any, is a staged film with its labels, and its web page may be
watched by others. The app first loads other screens as after a start. A touch is due at regular times, whatever the
screen is busy with; it ends when the picture that it changed is drawn.
"""

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

from tests.bench.app_in_use import begin_filmed, open_app
from tests.bench.staged_truth import StagedTruth

TOUCH_INTERVAL = 0.31
"""Seconds between two touches: no divisor of the film's rate."""
FRAME_SECONDS = 1 / 60
"""Seconds between two frames of the app."""
QUIET_TOUCHES = 60
"""Touches without a camera, for comparison."""
LOADING_SECONDS = 10.0
"""Seconds between the first frame and the first touch, in which the app loads what it draws later."""


def main(arguments: list[str] | None = None) -> int:
    """Measure for the film's length, or without a camera."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.touch_latency", description=__doc__)
    parser.add_argument("film", type=Path, nargs="?", help="a video that models.training.stage made")
    parser.add_argument("--watchers", type=int, default=0, help="how many watch the table's web page")
    parsed = parser.parse_args(arguments)
    film: Path | None = parsed.film
    with tempfile.TemporaryDirectory() as data:
        truth = StagedTruth.read(film).document if film is not None else _dealt()
        screen = begin_filmed(open_app(Path(data)), truth)
        _load_ahead()
        alone = _measure_touches(screen, QUIET_TOUCHES * TOUCH_INTERVAL)
        results = {"alone": _summary([seconds for _, seconds in alone])}
        if film is not None:
            results |= _before_a_camera(screen, film, truth["seconds"] + 3)
        if parsed.watchers:
            results["watched"] = _before_watchers(screen, Path(data), parsed.watchers)
    print(json.dumps(results))
    return 0


def _before_a_camera(screen: Any, film: Path, seconds: float) -> dict[str, dict[str, float]]:
    screen.camera.start(str(film))
    touched = _measure_touches(screen, seconds)
    screen.camera.close()
    reading = [seconds for busy, seconds in touched if busy]
    return {"with_camera": _summary([seconds for _, seconds in touched]), "while_a_change_is_read": _summary(reading)}


def _before_watchers(screen: Any, data: Path, number: int) -> dict[str, float]:
    """Measure while the table's page is served on this machine and so many browsers watch it."""
    from kivy.app import App

    from companion.web.network_interfaces import LOOPBACK
    from tests.web.site import Tab
    from tests.web.watchers import Watchers

    pages = App.get_running_app().web_pages
    pages.begin(screen.play, data, LOOPBACK)
    keys = [Tab(pages.site.invitation(None)).key for _ in range(number)]
    with Watchers(pages.site.address, keys):
        touched = _measure_touches(screen, QUIET_TOUCHES * TOUCH_INTERVAL)
    pages.end()
    return _summary([seconds for _, seconds in touched])


def _dealt() -> dict[str, Any]:
    """Return a game in the format of a film's labels, if there is no film."""
    from companion.demo.whole_game import Deal
    from companion.games.magnate import preset
    from companion.games.magnate.game import MAGNATE

    options = preset("standard")
    setup = Deal.from_seed(1, options).setup
    return {"options": MAGNATE.options_to_json(options), "setup": MAGNATE.setup_to_json(setup)}


def _load_ahead() -> None:
    """Draw frames without a touch, so that the app loads and prepares what is opened later."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    ends = time.perf_counter() + LOADING_SECONDS
    while time.perf_counter() < ends:
        EventLoop.idle()
        glFinish()
        time.sleep(FRAME_SECONDS)


def _measure_touches(screen: Any, seconds: float) -> list[tuple[bool, float]]:
    """Return, for each touch, whether a frame was being read, and the seconds from its due time until it was drawn."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish
    from kivy.tests.common import UnitTestTouch  # brings pytest along: not while a touch is measured

    results: list[tuple[bool, float]] = []
    targets = _touch_targets(screen)
    ends, due = time.perf_counter() + seconds, time.perf_counter() + TOUCH_INTERVAL
    while time.perf_counter() < ends:
        begun = time.perf_counter()
        EventLoop.idle()
        # What is not waited for piles up in the renderer, and the next touch would pay for it.
        glFinish()
        if time.perf_counter() >= due:
            busy = screen.ids.camera.status == "busy"
            widget = next(targets)
            touch = UnitTestTouch(*widget.to_window(*widget.center))
            touch.touch_down()
            touch.touch_up()
            EventLoop.idle()
            glFinish()
            results.append((busy, time.perf_counter() - due))
            due = max(due + TOUCH_INTERVAL, time.perf_counter())
        time.sleep(max(0.0, FRAME_SECONDS - (time.perf_counter() - begun)))
    return results


def _touch_targets(screen: Any) -> Iterator[Any]:
    """Yield the widgets to touch in turn: the log and its close button, a token's counter, and plus or minus."""
    panel = screen.table.seats[0]
    counter = screen.place_of("token-0-M")
    for number in itertools.count():
        yield panel.ids.log
        yield screen.sheet.ids.close
        yield counter
        yield screen.counting.editor.ids.minus if number % 2 else screen.counting.editor.ids.plus


def _summary(seconds: Sequence[float]) -> dict[str, float]:
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
