"""The screen that sets a camera up without a game: what it reads, what would help, and who sits where."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.camera.camera_choice import make_choice_sheet
from companion.app.camera.trust import trust, untrusted_certificate
from companion.app.seats import seat_name
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.app.window.overlay import Overlay
from companion.errors import CompanionError
from companion.live.labels import describe_size
from companion.table.edge import Edge

if TYPE_CHECKING:
    from companion.app.camera.camera_preview import CameraPreview
    from companion.pictures.sources.frame import FrameSource

PREVIEW_RATE = 8.0
"""Frames shown in a second."""


class CameraScreen(AppScreen):
    """The live picture with the play area, advice in words, and the first player's edge by a tap on the picture."""

    doing = StringProperty("")
    picture_size = StringProperty("")
    advice = ListProperty()
    connected = BooleanProperty(False)
    """Whether a camera is chosen."""
    may_trust = BooleanProperty(False)
    """Whether the camera waits for its certificate to be trusted."""

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        """Prepare the overlay and the picture."""
        self.overlay = Overlay(self.ids.middle)
        self.preview: CameraPreview | None = None
        self._source: FrameSource | None = None
        self.ids.picture.callback = self.set_near_edge

    def on_pre_enter(self) -> None:
        """Start the camera that was used last."""
        words.bind(language=self._update)
        self._tick = Clock.schedule_interval(self._show, 1 / PREVIEW_RATE)
        self.show_seats()
        camera = App.get_running_app().settings.camera
        if camera:
            self.start(camera)
        else:
            self.doing = words._("No camera chosen yet.")

    def on_leave(self) -> None:
        """Close the camera."""
        words.unbind(language=self._update)
        self._tick.cancel()
        self.overlay.close()
        self._stop()

    def choose(self) -> None:
        """Open the choice of a camera."""
        self.overlay.open(make_choice_sheet(App.get_running_app().settings.camera, self._chosen))

    def start(self, source: str) -> bool:
        """Read through this source; return False, and show why, if it names none."""
        # The detectors take half a second to load.
        from companion.app.camera.camera_preview import CameraPreview
        from companion.pictures.sources.opening import parse_source

        app = App.get_running_app()
        try:
            named = parse_source(source, trusts=app.cameras.of)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
            return False
        self._stop()
        self._source = named
        missing = [ui.missing_area for ui in app.game_uis() if ui.missing_area is not None]
        self.preview = CameraPreview(named, app.folders, self._update, app.report_error, missing)
        if app.settings.camera != source:
            app.save_settings(replace(app.settings, camera=source, camera_near=""))
            self.show_seats()
        self._update()
        return True

    def trust(self) -> None:
        """Trust the camera's own certificate; the connection is tried again by itself."""
        try:
            trust(self._source)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
        self._update()

    def set_near_edge(self, edge: Edge) -> None:
        """Store the edge of the picture at which the first player sits."""
        App.get_running_app().set("camera_near", edge.value)
        self.show_seats()

    def show_seats(self) -> None:
        """Write who sits where at the picture's edges."""
        near = App.get_running_app().settings.camera_near
        self.ids.picture.seats = {near: seat_name(0), Edge(near).opposite.value: seat_name(1)} if near else {}
        self._update()

    def forget(self) -> None:
        """Close the camera, and start none from now on."""
        app = App.get_running_app()
        self._stop()
        app.save_settings(replace(app.settings, camera="", camera_near=""))
        app.go("start")

    def read_again(self) -> None:
        """Read the whole table again."""
        if self.preview is not None:
            self.preview.read_again()

    def _chosen(self, source: str) -> None:
        if self.start(source):
            self.overlay.close()

    def _stop(self) -> None:
        if self.preview is not None:
            self.preview.close()
            self.preview = self._source = None
            self.ids.picture.clear()

    def _update(self, *_: object) -> None:
        hint = words._("Tap the edge of the picture where the first player sits.")
        advice = [words.say(text) for text in self.preview.advice] if self.preview is not None else []
        seated = App.get_running_app().settings.camera_near
        self.advice = advice if seated or self.preview is None else [*advice, hint]
        self.connected = self.preview is not None
        if self.preview is not None:
            self.doing = words.say(self.preview.doing)
        self.may_trust = untrusted_certificate(self._source) is not None

    def _show(self, _seconds: float) -> None:
        frame = self.preview.frame if self.preview is not None else None
        if frame is None or self.preview is None:
            return
        self.picture_size = words.say(describe_size(frame.size))
        self.ids.picture.show(frame.pixels)
        self.ids.picture.mark(self.preview.sightings)
        self.ids.picture.area = self.preview.area


load_kv(__file__)
