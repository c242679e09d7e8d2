"""Sheets that choose a photo, or take one by the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import platformdirs
from kivy.app import App
from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from numpy.typing import NDArray

from companion.app.camera.live_screen import PREVIEW_RATE, find_source
from companion.app.storage.exports import write_export
from companion.app.storage.thumbnails import ThumbnailThread
from companion.app.texts.i18n import words
from companion.app.widgets.live_picture import LivePicture
from companion.app.widgets.pad import Pad, RaisedTarget, Target
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.locale.moments import local_time
from companion.pictures.input_limits import PICTURE_SUFFIXES

if TYPE_CHECKING:
    from companion.pictures.sources.frame import Frame, NewestFrame, SourceEvent

JPEG_QUALITY = 95


class TakePhotoSheet(Sheet):
    """The live picture; the photo is saved in the export folder, and ``callback(path)`` is called with it.

    Args:
        callback: Called with the photo.
        **kwargs: Properties of the sheet.
    """

    def __init__(self, callback: Callable[[Path], None], **kwargs: Any) -> None:
        self._callback = callback
        self._newest: NewestFrame | None = None
        self._frame: Frame | None = None
        super().__init__(**kwargs)
        self.title = words._("Take a photo")
        self._tick = Clock.schedule_interval(self._show, 1 / PREVIEW_RATE)

    def on_parent(self, _sheet: Any, parent: Any) -> None:
        """Use the camera while the sheet is shown."""
        if parent is None:
            self._tick.cancel()
            if self._newest is not None:
                self._newest.close()
                self._newest = None
        elif self._newest is None:
            self._start()

    def take(self) -> None:
        """Save the picture that is shown."""
        if self._frame is None:
            return
        moment = local_time(datetime.now(UTC))
        try:
            path = write_export(
                App.get_running_app().folders,
                f"photo {moment:%Y-%m-%d %H-%M-%S}.jpg",
                cv2.imencode(".jpg", self._frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes(),
            )
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self._callback(path)

    def _start(self) -> None:
        from companion.pictures.sources.frame import NewestFrame

        source = find_source(App.get_running_app().settings.camera, partial(setattr, self, "notice"))
        if source is None:
            return
        self.notice = words._("Starting the camera…")
        self._newest = NewestFrame(source, self._take_event)

    def _take_event(self, event: SourceEvent) -> None:
        """Take an event of the camera, on its own thread."""
        from companion.pictures.sources.frame import SourceLost

        if isinstance(event, SourceLost):
            why = words.say_error(event.reason)
            Clock.schedule_once(lambda _seconds: setattr(self, "notice", why))

    def _show(self, _seconds: float) -> None:
        newest = self._newest.next(timeout=0.0) if self._newest is not None else None
        if newest is None or newest is self._frame:
            return
        if self._frame is None:
            self.notice = ""
        self._frame = newest
        self.ids.take.disabled = False
        self.ids.picture.show(newest.pixels)


MOST_RECENT = 24
"""Recent photos that are shown."""
MOST_LISTED = 400
"""Folders and photos of one folder that are shown; older photos are left out."""


class PhotoTarget(RaisedTarget):
    """A photo with its name."""

    name = StringProperty("")


class PhotoSheet(Sheet):
    """The latest photos of the user's picture folders, or a folder; ``callback(path)`` is called with the choice."""

    folder = ObjectProperty(None, allownone=True)
    """The folder that is listed; None for the latest photos."""
    callback = ObjectProperty(None, allownone=True)
    take_callback = ObjectProperty(None, allownone=True)
    """Called to take a photo with the camera; None if there is none."""

    def on_kv_post(self, _base: Any) -> None:
        """List the photos from now on."""
        self._thumbnails: ThumbnailThread | None = None
        self.bind(folder=self._fill)
        self._fill()

    def on_parent(self, _sheet: Any, parent: Any) -> None:
        """Read no more photos once the sheet is closed."""
        if parent is None:
            self._stop()

    def up(self) -> None:
        """Show the parent folder."""
        if self.folder is not None:
            self.folder = self.folder.parent

    def show_folders(self) -> None:
        """Show the folder of the user's pictures."""
        self.folder = next(iter(picture_folders()), Path.home())

    def _fill(self, *_: object) -> None:
        self._stop()
        if self.folder is None:
            self.title = words._("Latest photos")
            folders: list[Path] = []
            photos = recent_photos(picture_folders())
        else:
            self.title = self.folder.name or str(self.folder)
            folders, photos = contents(self.folder)
        self.pads: dict[str, Target] = {path.name: self._folder_pad(path) for path in folders[:MOST_LISTED]}
        self._targets = {path: self._photo_target(path) for path in photos[:MOST_LISTED]}
        self.pads |= {path.name: target for path, target in self._targets.items()}
        self._show(self.ids.folders, list(self.pads.values())[: len(folders[:MOST_LISTED])])
        self._show(self.ids.files, list(self._targets.values()))
        self.notice = "" if self.pads else words._("No photos in this folder.")
        if self._targets:
            self._thumbnails = ThumbnailThread(list(self._targets), self._take_thumbnail)
            self._thumbnails.start()

    @staticmethod
    def _show(grid: Any, widgets: Sequence[Any]) -> None:
        grid.clear_widgets()
        for widget in widgets:
            grid.add_widget(widget)

    def _folder_pad(self, path: Path) -> Pad:
        pad = Pad(text=path.name, icon="list", icon_left=True, units=20, size_hint_y=None, height=theme.target)
        pad.bind(on_release=partial(self._tapped, path))
        return pad

    def _photo_target(self, path: Path) -> PhotoTarget:
        target = PhotoTarget(name=path.name)
        target.bind(on_release=partial(self._tapped, path))
        return target

    def _take_thumbnail(self, photo: Path, pixels: NDArray[np.uint8]) -> None:
        picture = LivePicture(named=False)
        self._targets[photo].ids.picture.add_widget(picture)
        picture.show(pixels)

    def _stop(self) -> None:
        if self._thumbnails is not None:
            self._thumbnails.close()
            self._thumbnails = None

    def _tapped(self, path: Path, _pad: Target) -> None:
        if path.is_dir():
            self.folder = path
        elif self.callback is not None:
            self.callback(path)


def picture_folders() -> list[Path]:
    """Return the folders in which a person's photos usually are, as far as they exist."""
    pictures = Path(platformdirs.user_pictures_dir())
    likely = (pictures, *contents(pictures)[0], Path(platformdirs.user_downloads_dir()))
    return [folder for folder in dict.fromkeys(likely) if folder.is_dir()]


def recent_photos(folders: Sequence[Path]) -> list[Path]:
    """Return the latest photos of these folders, newest first."""
    found = [photo for folder in folders for photo in contents(folder)[1][:MOST_RECENT]]
    return sorted(dict.fromkeys(found), key=_modified, reverse=True)[:MOST_RECENT]


def contents(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the visible folders by name and the photos, newest first; nothing if the folder cannot be read."""
    try:
        inside = [path for path in folder.iterdir() if not path.name.startswith((".", "_"))]
        folders = sorted(path for path in inside if path.is_dir())
    except OSError:
        return [], []
    photos = [path for path in inside if path.suffix.lower() in PICTURE_SUFFIXES and path not in folders]
    return folders, sorted(photos, key=_modified, reverse=True)


def _modified(path: Path) -> float:
    """Return when a file was written last; 0 for one that is gone or is a link to nowhere."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


load_kv(__file__)
