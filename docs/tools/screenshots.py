"""``python -m docs.tools.screenshots -o DIR``: draws the screens offscreen, from a seeded game."""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from companion.app.window.environment import configure_offscreen
from companion.files import write
from companion.folders import Folders


@contextmanager
def running_app(language: str = "en") -> Iterator[Any]:
    """Run the app offscreen, with a new data folder; exit with status 2 if this machine cannot draw."""
    configure_offscreen()
    from kivy.core.window import Window

    if Window is None:
        print("no offscreen GL here: apt-get install libegl-mesa0 libgl1-mesa-dri", file=sys.stderr)
        sys.exit(2)
    from companion.app.application import CompanionApp
    from companion.app.texts.i18n import words

    with tempfile.TemporaryDirectory() as data:
        app: Any = CompanionApp(Folders(Path(data)))
        app._run_prepare()
        words.language = language
        yield app
        app.on_stop()


def parse_out(description: str | None, what: str) -> Path:
    """Return the path that the command line gives as ``-o``; ``what`` describes it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("-o", "--out", type=Path, required=True, help=what)
    out: Path = parser.parse_args().out
    return out


def draw_frames() -> None:
    """Draw until all that was changed is on the screen."""
    from kivy.base import EventLoop
    from kivy.core.window import Window

    for _ in range(4):
        Window.canvas.ask_update()
        EventLoop.idle()


def picture_of(app: Any, size: tuple[int, int] | None = None) -> Image.Image:
    """Return what the app shows now, at another size if one is given."""
    draw_frames()
    drawn = BytesIO()
    app.root.export_as_image().save(drawn, fmt="png")
    picture = Image.open(BytesIO(drawn.getvalue()))
    return picture if size is None else picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)


def main() -> None:
    """Draw every picture into the folder."""
    parser = argparse.ArgumentParser(prog="python -m docs.tools.screenshots", description="Pictures of the screens.")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the folder to put them in")
    parser.add_argument("--all", action="store_true", help="every screen and sheet, not only the table")
    parser.add_argument("--view", action="append", default=[], help="this screen or sheet; again for another")
    parser.add_argument("--language", default="en", help="en or fr")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with running_app(options.language) as app:
        from docs.tools.gallery import VIEWS

        for name, view in VIEWS.items():
            if options.all or name in (options.view or ("table",)):
                view(app)
                drawn = BytesIO()
                picture_of(app).save(drawn, format="png")
                write(options.out / f"{name}.png", drawn.getvalue())


if __name__ == "__main__":
    main()
