"""Puts the app into the window for a person, who knows nothing of it; the only part that knows the companion."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.metrics import Metrics

from companion.app.texts.i18n import words
from companion.app.window.theme import theme
from companion.folders import Folders

PLACES = {
    "tablet": ((1280, 800), 1.0),
    "dense": ((1280, 800), 1.5),
    "upright": ((800, 1280), 1.0),
    "large": ((2560, 1600), 2.0),
}
"""The windows in which people play: their size in pixels, and the pixels of a point."""

TIDIED_AFTER = 30.0
"""Seconds after which closed sheets are freed, as in a pause of people who talk."""


@contextmanager
def opened(app: Any, window: Any, folder: Path, place: str, language: str) -> Iterator[Any]:
    """The app as it is right after it was installed, in one of the places."""
    size, density = PLACES[place]
    app.go("start")
    Tablet(app, window).tidy()
    Metrics.density = density
    window.size = size
    theme.fit(*size)
    app.open_folders(Folders(folder))
    words.language = language
    app._rebuild_screens()
    app.go("start")
    tidying = Clock.schedule_interval(lambda _: EventLoop.touches or app.collect_garbage_now(), TIDIED_AFTER)
    try:
        yield app
    finally:
        tidying.cancel()
        met = list(app.recovery.met)
        app.recovery.met.clear()
        app.go("start")
        Metrics.density = 1.0
        window.size = (1280, 800)
        theme.fit(1280, 800)
        words.language = "en"
        app._rebuild_screens()
        if met:
            raise AssertionError(f"a handler raised {met[0]!r}") from met[0]
