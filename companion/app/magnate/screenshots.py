"""``python -m companion.app.magnate.screenshots -o DIR``: pictures of the screens, from a game played by a seed.

They are drawn in a window that nobody sees, so they need no display.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.app.environment import DESIGN_SIZE, settle_offscreen
from companion.files import write
from companion.folders import Folders

SEED, TURN = 1, 41
"""A game with tax, income, deeds under way and the districts contested."""
NAMES = ("Ann", "Ben")


def main(arguments: list[str] | None = None) -> int:
    """Draws every picture into the folder named."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.app.magnate.screenshots", description="Pictures of the screens."
    )
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder to put them in")
    parser.add_argument("--all", action="store_true", help="every screen, not only the table")
    parser.add_argument("--size", default="{}x{}".format(*DESIGN_SIZE), help="the window, 1280x800")
    parser.add_argument("--language", default="en", help="en or fr")
    given = parser.parse_args(arguments)
    width, height = (int(side) for side in given.size.split("x"))
    settle_offscreen((width, height))
    from kivy.core.window import Window

    if Window is None:
        print("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri", file=sys.stderr)
        return 2
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        _draw(Path(data), given.out, given.language, None if given.all else {"table"})
    return 0


def _draw(data: Path, out: Path, language: str, wanted: set[str] | None) -> None:
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.app.application import CompanionApp
    from companion.app.words import words
    from companion.demo.deal import Deal
    from companion.demo.whole_game import seeded_game
    from companion.games.magnate.moves import Roll
    from companion.games.magnate.presets import preset
    from companion.pieces import Suit
    from companion.play import Source

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    words.language = language

    def keep(name: str) -> None:
        if wanted is not None and name not in wanted:
            return
        for _ in range(4):
            Window.canvas.ask_update()
            EventLoop.idle()
        picture = BytesIO()
        app.root.export_as_image().save(picture, fmt="png")
        write(out / f"{name}.png", picture.getvalue())

    def look_at(screen: str, do: Callable[[Any], None] = lambda screen: None) -> None:
        app.go(screen)
        do(app.root.current_screen)

    look_at("start")
    keep("start")
    look_at("new_game", lambda screen: setattr(screen.ids.crowns, "near", [Suit.MOONS, Suit.WAVES, Suit.KNOTS]))
    keep("new_game")
    options = preset("standard")
    deal = Deal.from_seed(SEED, options)
    app.play = app.shelf.start(NAMES, options, deal.setup, app._wake, app.failed)
    for move, state in seeded_game(SEED, options):
        shown = state.turn == TURN and isinstance(move, Roll)
        if shown:
            app.go("table")
        app.play.propose(move, source=Source.TOUCH)
        deal.follow(move)
        if shown:
            keep("table")
            app.root.current_screen.open_card(deal.hands[state.player][0])
            keep("play_a_card")
            app.go("start")
    look_at("end")
    keep("end")
    look_at("roll_only", lambda screen: screen.show((9, 1), (3,)))
    keep("roll_only")


if __name__ == "__main__":
    sys.exit(main())
