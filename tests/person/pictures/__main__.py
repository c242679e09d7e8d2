"""``python -m tests.person.pictures [PLACE …]``: renews the kept pictures of the screens.

Commit them alone, and say why they changed.
"""

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.person.pictures.kept_pictures import KEPT, MADE_WITH, PLACES, TABLET_VIEWS, Picture, write


def main() -> None:
    """Draw every picture of the places into the folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.person.pictures", description=__doc__)
    parser.add_argument("place", nargs="*", choices=[*PLACES, []], help="tablet, page, tv or edition; all without one")
    parser.add_argument("-o", "--output", type=Path, default=KEPT, help="the folder, that of the kept pictures")
    options = parser.parse_args()
    for place in options.place or PLACES:
        folder = options.output / place
        for old in folder.glob("*.webp"):
            old.unlink()
        with tempfile.TemporaryDirectory() as scratch:
            drawn_by = _DRAWN[place](Path(scratch), partial(_keep, folder))
        (folder / MADE_WITH).write_text(f"{drawn_by}\n", "utf8")
        print(f"{folder}: {len(list(folder.glob('*.webp')))} pictures, drawn by {drawn_by}", flush=True)


def _keep(folder: Path, name: str, picture: Picture) -> None:
    write(folder / f"{name}.webp", picture)


def _tablet(scratch: Path, keep: Callable[[str, Picture], None]) -> str:
    from companion.app.window.environment import DESIGN_SIZE, configure_offscreen

    configure_offscreen(DESIGN_SIZE)
    from kivy.graphics.opengl import GL_RENDERER, GL_VERSION, glGetString

    from companion.app.application import CompanionApp
    from companion.app.texts.i18n import words
    from companion.folders import Folders
    from tests.person.pictures.tablet import Gallery

    app = CompanionApp(Folders(scratch / "app"))
    app._run_prepare()
    words.language = "en"
    with Gallery(app, scratch) as gallery:
        for view in TABLET_VIEWS:
            keep(view, gallery.fresh(view))
    app.on_stop()
    return " ".join(glGetString(name).decode() for name in (GL_RENDERER, GL_VERSION))


def _pages(place: str) -> Callable[[Path, Callable[[str, Picture], None]], str]:
    def draw(scratch: Path, keep: Callable[[str, Picture], None]) -> str:
        from tests.person.pictures import pages

        views = {"page": pages.phone_pages, "tv": pages.scoreboards, "edition": pages.edition_pages}
        with pages.even_browser(scratch) as browser:
            for name, picture in views[place](browser, scratch):
                keep(name, picture)
            return f"Chromium {browser.version}"

    return draw


_DRAWN = {"tablet": _tablet, **{place: _pages(place) for place in ("page", "tv", "edition")}}

if __name__ == "__main__":
    main()
