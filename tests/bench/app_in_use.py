"""``python -m tests.bench.app_in_use start|turns N|camera MINUTES FILM``: run the app offscreen and print JSON.

``start``: the time (seconds since 1970) at which the first screen was drawn, the modules that were imported for it, and
the resident memory. ``turns``: play games, each move proposed as by touch and drawn, with the log and the menu opened
in every turn. Printed are the resident memory and its growth after the first tenth. Between two turns is a pause, as
between people's turns. ``camera``: watch a staged film for so many minutes, as a network camera sends it without an
end, and print the same.

The app in an offscreen window.
"""

import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.measured_process import growth, resident_memory
from tests.bench.staged_truth import StagedTruth


def open_app(data: Path) -> Any:
    """Return the app with this data folder, nothing drawn yet; without GL the process ends with the reason."""
    from companion.app.window.environment import configure_offscreen
    from companion.folders import Folders

    configure_offscreen()
    from kivy.core.window import Window

    if Window is None:
        sys.exit("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri")
    from companion.app.application import CompanionApp

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    return app


def begin_filmed(app: Any, truth: dict[str, Any]) -> Any:
    """Begin the game of a film's labels and return its screen."""
    from companion.games.magnate.game import MAGNATE

    options = MAGNATE.options_from_json(truth["options"], "options")
    app.start_game(MAGNATE, ("Ann", "Ben"), options, MAGNATE.setup_from_json(truth["setup"], "setup"))
    return app.root.current_screen


def draw() -> None:
    """Draw one frame and wait until it is complete, since the renderer's queue would grow without a screen."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    EventLoop.window.canvas.ask_update()
    EventLoop.idle()
    glFinish()


def main(arguments: list[str]) -> int:
    """Start the app, and play if turns are requested."""
    with tempfile.TemporaryDirectory() as data:
        app, loaded = _open_app(Path(data))
        drawn = time.time()
        if arguments[0] == "start":
            measured: dict[str, Any] = {"drawn": drawn, "modules": loaded, "memory_MB": round(resident_memory())}
        elif arguments[0] == "turns":
            measured = _memory(app, int(arguments[1]))
        else:
            measured = _memory_with_camera(app, float(arguments[1]), Path(arguments[2]))
        app.game_store.close()
    print(json.dumps(measured))
    return 0


def _open_app(data: Path) -> tuple[Any, list[str]]:
    """Return the app with its first screen drawn, and the modules that were loaded when the first frame was there."""
    app = open_app(data)
    from kivy.core.window import Window

    loaded: list[str] = []

    def note(*_: object) -> None:
        # Bound last, so called before the app's own handlers: these start threads that load the rest.
        Window.unbind(on_flip=note)
        loaded.extend(sorted(sys.modules))

    Window.bind(on_flip=note)
    draw()
    return app, loaded


def _memory(app: Any, turns: int) -> dict[str, float]:
    sizes = []
    for _ in itertools.islice(_turns(app), turns):
        screen = app.root.current_screen
        for open_it in (screen.open_history, screen.open_menu):
            open_it()
            draw()
            screen.step_back()
        app.collect_garbage_now()
        sizes.append(resident_memory())
    return {"turns": len(sizes), **growth(sizes)}


def _memory_with_camera(app: Any, minutes: float, film: Path) -> dict[str, Any]:
    """Return the memory while a film's game is before a network camera, sampled every half minute."""
    camera = begin_filmed(app, StagedTruth.read(film).document).camera
    sizes = []
    command = [sys.executable, "-m", "tests.bench.picture_server", str(film)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        camera.start(server.stdout.readline().strip())
        for _ in range(round(2 * minutes)):
            sampled = time.monotonic() + 30
            while time.monotonic() < sampled:
                draw()
                time.sleep(0.1)
            app.collect_garbage_now()
            sizes.append(resident_memory())
        camera.close()
        server.kill()
    tenth = max(1, len(sizes) // 10)
    # Medians: a picture that is just being read takes up to 50 MB for a moment.
    grown = median(sizes[-tenth:]) / median(sizes[tenth : 2 * tenth] or sizes) - 1
    half_minutes = [round(size) for size in sizes]
    return {"half_minutes_MB": half_minutes, "at_most_MB": max(half_minutes), "growth": round(grown, 4)}


def _turns(app: Any) -> Iterator[int]:
    """Yield the number of each completed turn, of one game after another."""
    from companion.demo.whole_game import Deal, seeded_game
    from companion.games.magnate import preset
    from companion.games.magnate.game import MAGNATE
    from companion.play import Source

    options = preset("standard")
    for seed in itertools.count(1):
        app.go("start")
        app.start_game(MAGNATE, ("Ann", "Ben"), options, Deal.from_seed(seed, options).setup)
        turn = 1
        for move, state in seeded_game(seed, options):
            app.play.propose(move, source=Source.TOUCH)
            draw()
            if state.over:
                break
            if state.turn != turn:
                turn = state.turn
                yield turn


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
