"""The sheet that takes a photo of the table with the camera of the settings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
from kivy.app import App
from kivy.clock import Clock

from companion.app.camera.live_screen import PREVIEW_RATE, find_source
from companion.app.storage.exports import write_export
from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError
from companion.locale.moments import local_time

if TYPE_CHECKING:
    from companion.pictures.sources import Frame, NewestFrame, SourceEvent

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
        from companion.pictures.sources import NewestFrame

        source = find_source(App.get_running_app().settings.camera, partial(setattr, self, "notice"))
        if source is None:
            return
        self.notice = words._("Starting the camera…")
        self._newest = NewestFrame(source, self._take_event)

    def _take_event(self, event: SourceEvent) -> None:
        """Take an event of the camera, on its own thread."""
        from companion.pictures.sources import SourceLost

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


load_kv(__file__)
