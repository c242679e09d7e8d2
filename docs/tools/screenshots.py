"""``python -m docs.tools.screenshots -o DIR``: pictures of the screens, from a game played by a seed.

They are drawn in a window that nobody sees, so they need no display.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.app.environment import DESIGN_SIZE, settle_offscreen
from companion.files import write
from companion.folders import Folders


def main(arguments: list[str] | None = None) -> int:
    """Draws every picture into the folder named."""
    parser = argparse.ArgumentParser(prog="python -m docs.tools.screenshots", description="Pictures of the screens.")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder to put them in")
    parser.add_argument("--all", action="store_true", help="every screen and sheet, not only the table")
    parser.add_argument("--view", action="append", default=[], help="this screen or sheet; again for another")
    parser.add_argument("--size", default="{}x{}".format(*DESIGN_SIZE), help="the window, 1280x800")
    parser.add_argument("--look", default="day", help="day or night")
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
        _draw(Path(data), given.out, given.language, given.look, () if given.all else given.view or ("table",))
    return 0


def _draw(data: Path, out: Path, language: str, look: str, wanted: Sequence[str]) -> None:
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.app.application import CompanionApp
    from companion.app.i18n import words
    from docs.tools.gallery import VIEWS

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    words.language = language
    app.use_palette(look)
    for name, view in VIEWS.items():
        if wanted and name not in wanted:
            continue
        view(app)
        for _ in range(4):
            Window.canvas.ask_update()
            EventLoop.idle()
        picture = BytesIO()
        app.root.export_as_image().save(picture, fmt="png")
        write(out / f"{name}.png", picture.getvalue())
    app.on_stop()


if __name__ == "__main__":
    sys.exit(main())
