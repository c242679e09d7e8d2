"""What the camera sees, large: outlines, names, doubt, and how to make it see better."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet


class CameraSheet(Sheet):
    """The live picture, what the eye is doing, and advice in words. The game goes on beside it."""

    camera = ObjectProperty()
    """The corner that it belongs to."""
    doing = StringProperty("")
    gives = StringProperty("")
    """How large the camera's pictures are, once there is one."""
    advice = ListProperty()
    """What would help, one sentence each."""
    may_trust = BooleanProperty(False)
    """Whether the camera waits for its certificate to be trusted."""
    at_once = BooleanProperty(False)
    """Whether moves that the camera saw count without a tap."""

    def on_kv_post(self, _base: Any) -> None:
        self.title = words._("The camera")

    def stop(self) -> None:
        self.camera.stop()
        self.close()

    def switch_asking(self) -> None:
        self.at_once = not self.at_once
        self.camera.count_at_once(self.at_once)


load_kv(__file__)
