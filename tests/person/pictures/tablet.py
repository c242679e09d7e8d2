"""The tablet's screens as pictures that depend on nothing but what is shown."""

import itertools
import threading
import time
from pathlib import Path
from typing import Any, Self

import numpy as np
from kivy.clock import Clock
from kivy.lang import Builder

from companion.app.storage.thumbnails import ThumbnailThread
from companion.folders import Folders
from docs.tools.gallery import VIEWS
from tests.person.pictures.kept_pictures import Picture

FRAMES = 45
"""Frames until everything has found its place, also what slides or fades in."""
FRAME = 1 / 30
"""Seconds of a frame."""


class Gallery:
    """The running app, whose gallery's views are opened one after the other, each with data of its own.

    While it is entered every frame takes the same time by Kivy's clock, however busy the machine is.
    """

    def __init__(self, app: Any, folder: Path) -> None:
        self._app, self._folder = app, folder
        self._before = itertools.count()
        self._now, self._usual = Clock.time(), Clock.time

    def __enter__(self) -> Self:
        Clock.time = lambda: self._now
        return self

    def __exit__(self, *_: object) -> None:
        Clock.time = self._usual

    def fresh(self, view: str) -> Picture:
        """Return a view's picture with all screens made anew."""
        self._begin()
        self._app._rebuild_screens()
        return self._show(view)

    def after_others(self, view: str) -> Picture:
        """Return a view's picture with the screens as they were left."""
        self._begin()
        return self._show(view)

    def _begin(self) -> None:
        """Leave for a screen with nothing of its own, and begin with no data, always in a folder of the same name."""
        self._app.go("settings")
        own = self._folder / "data"
        if own.exists():
            self._app.open_folders(Folders(self._folder / "none"))  # what closes a game copies it until then
            own.rename(self._folder / f"before-{next(self._before)}")
        self._app.open_folders(Folders(own))

    def _show(self, view: str) -> Picture:
        VIEWS[view](self._app)
        self._pass_time()
        return self._drawn()

    def _drawn(self) -> Picture:
        texture = self._app.root.export_as_image().texture
        shape = (texture.height, texture.width, 4)
        rgb = np.frombuffer(texture.pixels, np.uint8).reshape(shape)[..., :3]
        return np.ascontiguousarray(rgb[..., ::-1])

    def _pass_time(self) -> None:
        """Let frames pass without the cost of drawing them, once photos are decoded for which the screen waits."""
        for thread in [one for one in threading.enumerate() if isinstance(one, ThumbnailThread)]:
            thread.join()
        for _ in range(FRAMES):
            self._now += FRAME
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()
            time.sleep(0.01)
