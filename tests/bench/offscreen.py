"""The app in an offscreen window."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any


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
