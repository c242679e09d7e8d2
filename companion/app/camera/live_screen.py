"""Screens that show what a camera sees, without a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.properties import StringProperty

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.errors import CompanionError

if TYPE_CHECKING:
    from companion.app.camera.camera_preview import CameraPreview
    from companion.pictures.sources.frame import FrameSource

PREVIEW_RATE = 8.0
"""Frames shown in a second."""


def find_source(camera: str, refuse: Callable[[str], object]) -> FrameSource | None:
    """Return where the frames of a camera come from; if its text names none, pass on why, and return None."""
    from companion.pictures.sources.opening import parse_source

    try:
        return parse_source(camera, trusts=App.get_running_app().cameras.of)
    except CompanionError as error:
        refuse(words.say_error(error))
        return None


class LiveScreen(AppScreen):
    """A screen with the live ``picture`` of the camera that was used last, and what it does."""

    doing = StringProperty("")
    interval = 1 / PREVIEW_RATE
    preview: CameraPreview | None = None
    source: FrameSource | None = None

    def on_pre_enter(self) -> None:
        """Start the camera that was used last."""
        camera = App.get_running_app().settings.camera
        if camera:
            self.start(camera)
        else:
            self.doing = words._("No camera chosen yet.")

    def on_leave(self) -> None:
        """Close the camera."""
        self.stop()

    def start(self, camera: str) -> bool:
        """Read through this camera; return False, and show why, if its text names none."""
        source = find_source(camera, self.overlay.show_notice)
        if source is None:
            return False
        # The detectors take half a second to load.
        from companion.app.camera.camera_preview import CameraPreview

        self.stop()
        app, self.source = App.get_running_app(), source
        self.preview = CameraPreview(source, app.folders, self.refresh, app.report_error, **self.watched())
        return True

    def watched(self) -> dict[str, Any]:
        """Return what else the preview is made with."""
        return {}

    def stop(self) -> None:
        """Close the camera."""
        if self.preview is not None:
            self.preview.close()
            self.preview = self.source = None
            self.ids.picture.clear()

    def follow(self, _seconds: float) -> None:
        """Show the newest frame, with what was read."""
        frame = self.preview.camera.frame if self.preview is not None else None
        if frame is not None and self.preview is not None:
            self.ids.picture.show(frame.pixels)
            self.ids.picture.mark(self.preview.sightings)

    def refresh(self, *_: object) -> None:
        """Show what the camera does."""
        if self.preview is not None:
            self.doing = words.say(self.preview.doing)
