"""``python -m docs.tools.screenshots -o DIR``: draws the screens offscreen, from a seeded game."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.app.environment import DESIGN_SIZE, configure_offscreen
from companion.files import write
from companion.folders import Folders


def main(arguments: list[str] | None = None) -> int:
    """Draw every picture into the folder."""
    parser = argparse.ArgumentParser(prog="python -m docs.tools.screenshots", description="Pictures of the screens.")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder to put them in")
    parser.add_argument("--all", action="store_true", help="every screen and sheet, not only the table")
    parser.add_argument("--view", action="append", default=[], help="this screen or sheet; again for another")
    parser.add_argument("--size", default="{}x{}".format(*DESIGN_SIZE), help="the window, 1280x800")
    parser.add_argument("--look", dest="palette", default="day", help="day or night")
    parser.add_argument("--language", default="en", help="en or fr")
    options = parser.parse_args(arguments)
    width, height = (int(side) for side in options.size.split("x"))
    configure_offscreen((width, height))
    from kivy.core.window import Window

    if Window is None:
        print("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri", file=sys.stderr)
        return 2
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        _draw(
            Path(data),
            options.out,
            options.language,
            options.palette,
            () if options.all else options.view or ("table",),
        )
    return 0


def _draw(data: Path, out: Path, language: str, palette: str, wanted: Sequence[str]) -> None:
    from kivy.base import EventLoop
    from kivy.core.window import Window

    from companion.app.application import CompanionApp
    from companion.app.i18n import words
    from docs.tools.gallery import VIEWS

    app: Any = CompanionApp(Folders(data))
    app._run_prepare()
    words.language = language
    app.use_palette(palette)
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
