"""Sheets of the camera: its large live picture, and the cameras to choose from."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.app.painters.question_view import add_pads
from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class CameraChoiceSheet(Sheet):
    """The cameras of this tablet by name, and an address for a phone's; ``callback(source)`` gets the choice."""

    known = ListProperty()
    """Pairs of the name of a camera and what opens it."""
    address = StringProperty("")
    """The address that was used last."""
    callback = ObjectProperty()

    def on_kv_post(self, _base: Any) -> None:
        """List the cameras."""
        self.title = words._("Choose a camera")
        if not self.known:
            self.notice = words._("No camera found on this tablet. To use a phone, type its address.")
        offered = [(name, partial(self.callback, source)) for name, source in self.known]
        pads = add_pads(self.ids.cameras, offered, icon="photo", icon_left=True)
        self.pads = dict(zip([source for _, source in self.known], pads, strict=True))

    def use_address(self) -> None:
        """Use the address that was typed, or else the last one."""
        typed = self.ids.address.text.strip() or self.address
        if not typed:
            self.notice = words._("Type the address from the phone’s camera app, for example http://192.168.1.20:8080")
        else:
            self.callback(typed)


def names_of(cameras: Sequence[Any]) -> list[tuple[str, str]]:
    """Return the name of each camera of this machine, with its number if several have it, and what opens it."""
    alike = Counter(camera.name for camera in cameras)
    return [
        (
            f"{camera.name} ({camera.number})"
            if alike[camera.name] > 1 and camera.name
            else camera.name or words._("Camera {number}").format(number=camera.number),
            str(camera.number),
        )
        for camera in cameras
    ]


class CameraSheet(Sheet):
    """The live picture, what the camera does, and advice in words; the game goes on behind it."""

    camera = ObjectProperty()
    """The camera corner that opened it."""
    doing = StringProperty("")
    size_text = StringProperty("")
    """The size of the camera's pictures in words, once there is one."""
    advice = ListProperty()
    """What would help, one sentence each."""
    may_trust = BooleanProperty(False)
    """Whether the camera waits for its certificate to be trusted."""
    at_once = BooleanProperty(False)
    """Whether the camera's proposals count without a tap."""

    def on_kv_post(self, _base: Any) -> None:
        """Set the title."""
        self.title = words._("Camera")

    def stop(self) -> None:
        """Close the camera and the sheet."""
        self.camera.stop()
        self.close()

    def switch_at_once(self) -> None:
        """Switch whether the camera's proposals count without a tap."""
        self.at_once = not self.at_once
        self.camera.set_at_once(self.at_once)


load_kv(__file__)
