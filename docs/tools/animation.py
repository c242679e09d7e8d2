"""``python -m docs.tools.animation -o docs/pictures/turns.webp``: films the last turns of a seeded game.

Every frame is the app's own screen after one move. The film plays once and stays at its last frame.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app.environment import DESIGN_SIZE, configure_offscreen
from companion.files import write
from companion.folders import Folders

if TYPE_CHECKING:
    from PIL.Image import Image

FIRST_TURN = 38
"""The first filmed turn: the table is full, and the score follows within the film."""
SECONDS = 20
"""Length of the film."""
SIZE = (800, 500)
"""Pixels of a frame, in the proportion of the tablet."""


def main(arguments: list[str] | None = None) -> int:
    """Draw the film."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.tools.animation", description="A film of a game's last turns."
    )
    parser.add_argument("-o", "--out", type=Path, required=True, help="the WebP file to write")
    out = parser.parse_args(arguments).out
    configure_offscreen(DESIGN_SIZE)
    from companion.app.application import CompanionApp
    from companion.app.i18n import words

    with tempfile.TemporaryDirectory() as data:
        app: Any = CompanionApp(Folders(Path(data)))
        app._run_prepare()
        words.language = "en"
        frames = list(_film(app))
        app.on_stop()
    film = BytesIO()
    shown = round(1000 * SECONDS / len(frames))
    frames[0].save(film, "WEBP", save_all=True, append_images=frames[1:], duration=shown, loop=1, quality=60, method=6)
    write(out, film.getvalue())
    print(f"{out}: {len(frames)} frames, {SECONDS} s, {len(film.getvalue()) / 1e6:.2f} MB")
    return 0


def _film(app: Any) -> Iterator[Image]:
    """Yield the screen before the first turn, and after each move from there to the score."""
    from companion.demo.whole_game import seeded_game
    from companion.games.magnate import Phase, preset
    from companion.games.magnate.moves import Roll
    from companion.play import Source
    from docs.tools.app_games import SEED, play_to

    play_to(app, "standard", FIRST_TURN, Phase.ROLL)
    yield _screen(app)
    begun = False
    for move, state in seeded_game(SEED, preset("standard")):
        begun = begun or (state.turn == FIRST_TURN and isinstance(move, Roll))
        if begun:
            app.play.propose(move, source=Source.TOUCH)
            yield _screen(app)


def _screen(app: Any) -> Image:
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from PIL import Image

    for _ in range(4):
        Window.canvas.ask_update()
        EventLoop.idle()
    picture = BytesIO()
    app.root.export_as_image().save(picture, fmt="png")
    return Image.open(BytesIO(picture.getvalue())).convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main())
