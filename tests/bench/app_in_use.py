"""``python -m tests.bench.app_in_use start|turns [N]``: the app in a window that nobody sees. Prints JSON.

``start``: the moment (seconds since 1970) at which the first screen was drawn. ``turns``: games are played one after
another, each move proposed as a touch does it and drawn, with the log and the menu opened in every turn; resident
memory, how much it grew after the first tenth. Between two turns is a quiet moment, as people have them.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.app.environment import settle_offscreen
from companion.folders import Folders
from tests.bench.offscreen import draw


def main(arguments: list[str]) -> int:
    """Starts the app, and plays on it where turns are asked for."""
    settle_offscreen()
    from kivy.core.window import Window

    if Window is None:
        print("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data:
        app = _opened(Path(data))
        drawn = time.time()
        told = {"drawn": drawn} if arguments[0] == "start" else _memory(app, int(arguments[1]))
        app.shelf.close()
    print(json.dumps(told))
    return 0


def _opened(data: Path) -> Any:
    from companion.app.application import CompanionApp

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    draw()
    return app


def _memory(app: Any, turns: int) -> dict[str, float]:
    from tests.bench.live_following import resident

    sizes = []
    for _ in itertools.islice(_turns(app), turns):
        screen = app.root.current_screen
        for open_it in (screen.open_history, screen.open_menu):
            open_it()
            draw()
            screen.step_back()
        app.tidy_now()
        sizes.append(resident())
    settled = sizes[len(sizes) // 10 :]
    growth = max(settled) / settled[0] - 1
    return {"turns": len(sizes), "at_most_MB": round(max(sizes)), "growth": round(growth, 4)}


def _turns(app: Any) -> Iterator[int]:
    """One after another, of one game after another; each turn once it is over."""
    from companion.demo.deal import Deal
    from companion.demo.whole_game import seeded_game
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
