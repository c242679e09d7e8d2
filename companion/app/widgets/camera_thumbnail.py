"""The small live picture of the camera, with its status."""

from kivy.properties import BooleanProperty, OptionProperty

from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import Colour, theme


class CameraThumbnail(Target):
    """A tap opens the camera's sheet; a ring and a sign show the status."""

    active = BooleanProperty(False)
    """Whether a camera reads the table; without one the thumbnail takes no room."""
    status = OptionProperty("well", options=["well", "busy", "asks", "lost"])

    def ring(self, status: str) -> Colour:
        """Return the colour of the ring for a status."""
        return {"well": theme.edge, "busy": theme.seats[0], "asks": theme.accent, "lost": theme.loss}[status]

    def sign(self, status: str) -> str:
        """Return the sign for a status, which needs no colour."""
        return {"well": "", "busy": "…", "asks": "?", "lost": "!"}[status]


load_kv(__file__)
