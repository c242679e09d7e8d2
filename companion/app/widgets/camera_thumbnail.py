"""The camera at a glance: a small live picture, and whether all is well."""

from __future__ import annotations

from kivy.properties import BooleanProperty, OptionProperty

from companion.app.kv_loader import load_kv
from companion.app.theme import Colour, theme
from companion.app.widgets.pad import Target


class CameraThumbnail(Target):
    """A tap opens the camera's sheet. A ring around the picture and a mark in its corner say how it is."""

    active = BooleanProperty(False)
    """Whether a camera looks at the table; without one it takes no room."""
    mood = OptionProperty("well", options=["well", "busy", "asks", "lost"])

    def ring(self, mood: str) -> Colour:
        return {"well": theme.edge, "busy": theme.seats[0], "asks": theme.accent, "lost": theme.loss}[mood]

    def sign(self, mood: str) -> str:
        """Told apart without colour too."""
        return {"well": "", "busy": "…", "asks": "?", "lost": "!"}[mood]


load_kv(__file__)
