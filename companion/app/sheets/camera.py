"""The sheet with the large live picture of the camera."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


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
