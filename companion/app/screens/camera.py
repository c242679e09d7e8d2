"""Setting a camera up without a game: what it sees, what would help, and who sits where."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.camera_choice import choice_sheet
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.overlay import Overlay
from companion.app.seats import seat_name
from companion.app.trust import trust, untrusted
from companion.errors import CompanionError
from companion.live.labels import describe_size
from companion.table.edge import Edge

if TYPE_CHECKING:
    from companion.app.camera_preview import CameraPreview
    from companion.vision.sources.frame import FrameSource

PICTURES_A_SECOND = 8.0


class CameraScreen(AppScreen):
    """The live picture with the play area, advice in words, and the first player's edge by a tap on the picture."""

    doing = StringProperty("")
    picture_size = StringProperty("")
    advice = ListProperty()
    may_trust = BooleanProperty(False)
    """Whether the camera waits for its certificate to be trusted."""

    overlay: Overlay

    def on_kv_post(self, _base: Any) -> None:
        self.overlay = Overlay(self.ids.middle)
        self.look: CameraPreview | None = None
        self._source: FrameSource | None = None
        self.ids.picture.callback = self.sit

    def on_pre_enter(self) -> None:
        words.bind(language=self._say)
        self._tick = Clock.schedule_interval(self._show, 1 / PICTURES_A_SECOND)
        self.seat()
        camera = App.get_running_app().settings.camera
        if camera:
            self.start(camera)
        else:
            self.doing = words._("No camera is chosen yet.")

    def on_leave(self) -> None:
        words.unbind(language=self._say)
        self._tick.cancel()
        self.overlay.close()
        self._stop()

    def choose(self) -> None:
        """Which camera it is to be."""
        self.overlay.open(choice_sheet(App.get_running_app().settings.camera, self._chosen))

    def start(self, source: str) -> bool:
        """Looks through this source; False, and said, where that names none."""
        # What sees takes half a second to load.
        from companion.app.camera_preview import CameraPreview
        from companion.vision.sources.opening import parse_source

        app = App.get_running_app()
        try:
            named = parse_source(source, trusts=app.cameras.of)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
            return False
        self._stop()
        self._source = named
        missing = [face.missing_area for face in app.game_uis() if face.missing_area is not None]
        self.look = CameraPreview(named, app.folders.decks, self._say, app.failed, missing)
        if app.settings.camera != source:
            app.keep(replace(app.settings, camera=source, camera_near=""))
            self.seat()
        self._say()
        return True

    def trust(self) -> None:
        """The camera's own certificate is trusted from now on; it is tried again by itself."""
        try:
            trust(self._source)
        except CompanionError as error:
            self.overlay.show_notice(words.say_error(error))
        self._say()

    def sit(self, edge: Edge) -> None:
        """The first player sits at this edge of the picture, from now on and in every game."""
        App.get_running_app().set("camera_near", edge.value)
        self.seat()

    def seat(self) -> None:
        """Who sits where, written at the picture's edges."""
        near = App.get_running_app().settings.camera_near
        self.ids.picture.seats = {near: seat_name(0), Edge(near).opposite.value: seat_name(1)} if near else {}
        self._say()

    def forget(self) -> None:
        """No camera from now on."""
        app = App.get_running_app()
        self._stop()
        app.keep(replace(app.settings, camera="", camera_near=""))
        app.go("start")

    def look_again(self) -> None:
        if self.look is not None:
            self.look.look_again()

    def _chosen(self, source: str) -> None:
        if self.start(source):
            self.overlay.close()

    def _stop(self) -> None:
        if self.look is not None:
            self.look.close()
            self.look = self._source = None

    def _say(self, *_: object) -> None:
        asked = words._("Tap the picture where the first player sits.")
        told = [words.say(text) for text in self.look.advice] if self.look is not None else []
        seated = App.get_running_app().settings.camera_near
        self.advice = told if seated or self.look is None else [*told, asked]
        if self.look is not None:
            self.doing = words.say(self.look.doing)
        self.may_trust = untrusted(self._source) is not None

    def _show(self, _seconds: float) -> None:
        frame = self.look.frame if self.look is not None else None
        if frame is None or self.look is None:
            return
        self.picture_size = words.say(describe_size(frame.size))
        self.ids.picture.show(frame.pixels)
        self.ids.picture.mark(self.look.seen)
        self.ids.picture.area = self.look.area


load_kv(__file__)
