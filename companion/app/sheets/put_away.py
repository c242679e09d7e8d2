"""The sheet for putting a game away: which bag takes what, and how it is laid out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.app.camera.camera_state import TableCheck
from companion.app.painters.columns import ColumnsRegion
from companion.app.painters.spots import Painting
from companion.app.sheets.list import ListSheet, lines_of
from companion.app.texts.i18n import words
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.sheet import Section
from companion.games.view import Layout

MAX_STEPS = 3
"""Maximum number of steps shown at once."""
CHECK_INTERVAL = 0.5
"""Seconds between two checks of the camera."""


class PutAwaySheet(ListSheet):
    """The list of what lies where, and the columns of the table; with a camera, also what must still be laid."""

    screen = ObjectProperty()
    """The game's screen."""
    checkable = BooleanProperty(False)
    """Whether a camera can check the table."""
    camera_status = StringProperty("")
    """What the camera reads, in a sentence; empty without a camera."""
    to_lay = ListProperty()
    """The steps until the table agrees with the game, a sentence each."""
    asks = BooleanProperty(False)
    """Whether the camera has a question."""
    agrees = BooleanProperty(False)
    """Whether the table agrees with the game."""
    pictured = BooleanProperty(False)
    """Whether the table has columns."""
    upright = BooleanProperty(False)
    """Whether the list is above the picture instead of next to it."""

    def __init__(self, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(lines_of(sections), **kwargs)
        self.checkable = self.screen.can_check_table
        view = self.screen.view_of(self.screen.state)
        for region in (one for one in view.regions if one.layout is Layout.COLUMNS):
            laid = ColumnsRegion(painting=Painting(view.names, turned=self.screen.far_turned))
            laid.show(region)
            self.ids.laid.add_widget(laid)
            self.pictured = True
        self._tick = Clock.schedule_interval(self._ask_camera, CHECK_INTERVAL)
        self.bind(parent=self._left)
        self._ask_camera()

    def on_upright(self, *_: object) -> None:
        """Place the list above the picture, or next to it."""
        self.ids.content.orientation = "vertical" if self.upright else "horizontal"

    def check(self) -> None:
        """Have the camera read the table again or ask its question; without one, open the choice of a camera."""
        camera = self.screen.camera
        if camera.live is None:
            camera.choose()
        elif self.asks:
            camera.ask()
        else:
            camera.live.read_again()

    def _ask_camera(self, *_: object) -> None:
        check = self.screen.camera.check() if self.checkable else None
        if check is not None:
            self.show(check)

    def show(self, check: TableCheck) -> None:
        """Show what the camera reads of the table."""
        self.camera_status, self.agrees, self.asks = words.say(check.doing), check.agrees, check.asks
        steps = [words.say(step) for step in check.to_lay]
        if steps != self.to_lay:
            self.to_lay = steps
            self.ids.steps.clear_widgets()
            more = len(steps) - MAX_STEPS
            rest = [words._("And {n} more").format(n=more)] if more > 0 else []
            for step in [*steps[:MAX_STEPS], *rest]:
                self.ids.steps.add_widget(Wrapped(text=step, units=22, color=theme.accent))

    def _left(self, _sheet: object, parent: object) -> None:
        if parent is None:
            self._tick.cancel()


load_kv(__file__)
