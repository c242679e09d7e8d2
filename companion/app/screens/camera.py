"""The screen that sets a camera up without a game: what it reads, what would help, and who sits where."""

from dataclasses import replace
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.app.camera.camera_choice import make_choice_sheet, trust, untrusted_certificate
from companion.app.camera.live_screen import LiveScreen
from companion.app.registry import all_game_uis
from companion.app.seats import seat_name
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv
from companion.live.labels import describe_size
from companion.table.sightings import Edge


class CameraScreen(LiveScreen):
    """The live picture with the play area, advice in words, and the first player's edge by a tap on the picture."""

    picture_size = StringProperty("")
    advice = ListProperty()
    connected = BooleanProperty(False)
    """Whether a camera is chosen."""
    may_trust = BooleanProperty(False)
    """Whether the camera waits for its certificate to be trusted."""

    def on_kv_post(self, _base: Any) -> None:
        """Take taps on the picture."""
        self.ids.picture.callback = self.set_near_edge

    def on_pre_enter(self) -> None:
        """Start the camera that was used last."""
        self.show_seats()
        super().on_pre_enter()

    def choose(self) -> None:
        """Open the choice of a camera."""
        self.overlay.open(make_choice_sheet(App.get_running_app().settings.camera, self._chosen))

    def start(self, camera: str) -> bool:
        """Read through this camera from now on; return False, and show why, if its text names none."""
        app, started = App.get_running_app(), super().start(camera)
        if started and app.settings.camera != camera:
            app.save_settings(replace(app.settings, camera=camera, camera_near=""))
        if started:
            self.show_seats()
        return started

    def watched(self) -> dict[str, Any]:
        """Return the advice for each game while no play area is found."""
        return {"missing": [ui.missing_area for ui in all_game_uis() if ui.missing_area is not None]}

    def trust(self) -> None:
        """Trust the camera's own certificate; the connection is tried again by itself."""
        self.attempt(lambda: trust(self.source))
        self.refresh()

    def set_near_edge(self, edge: Edge) -> None:
        """Store the edge of the picture at which the first player sits."""
        App.get_running_app().set("camera_near", edge.value)
        self.show_seats()

    def show_seats(self) -> None:
        """Write who sits where at the picture's edges."""
        near = App.get_running_app().settings.camera_near
        self.ids.picture.seats = {near: seat_name(0), Edge(near).opposite.value: seat_name(1)} if near else {}
        self.refresh()

    def forget(self) -> None:
        """Close the camera, and start none from now on."""
        app = App.get_running_app()
        self.stop()
        app.save_settings(replace(app.settings, camera="", camera_near=""))
        app.go("start")

    def read_again(self) -> None:
        """Read the whole table again."""
        if self.preview is not None:
            self.preview.camera.read_again()

    def _chosen(self, source: str) -> None:
        if self.start(source):
            self.overlay.close()

    def refresh(self, *_: object) -> None:
        """Show what the camera does, and what would help it."""
        super().refresh()
        hint = words._("Tap the edge of the picture where the first player sits.")
        advice = [words.say(text) for text in self.preview.advice] if self.preview is not None else []
        seated = App.get_running_app().settings.camera_near
        self.advice = advice if seated or self.preview is None else [*advice, hint]
        self.connected = self.preview is not None
        self.may_trust = untrusted_certificate(self.source) is not None

    def follow(self, seconds: float) -> None:
        """Show the newest frame, its size and the play area."""
        super().follow(seconds)
        if self.preview is not None and self.preview.camera.frame is not None:
            self.picture_size = words.say(describe_size(self.preview.camera.frame.size))
            self.ids.picture.area = self.preview.camera.area


load_kv(__file__)
