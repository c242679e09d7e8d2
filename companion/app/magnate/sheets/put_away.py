"""Putting a game of Magnate away, and laying it again: a picture of where everything lies, and what goes where."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.app.camera_state import TableCheck
from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.magnate.widgets.district_view import DistrictView
from companion.app.sheets.put_away import PutAwaySheet
from companion.app.theme import theme
from companion.app.widgets.text import Wrapped
from companion.games.magnate import State, score

MAX_STEPS = 3
"""So many steps are check at once; the next ones as those are done."""
CHECK_INTERVAL = 0.5
"""Seconds between two looks at what the camera says."""


class MagnatePutAwaySheet(PutAwaySheet):
    """The districts drawn as they lie beside the list; where a camera looks, it says what is still to be laid."""

    screen = ObjectProperty()
    """The table's screen."""
    camera_status = StringProperty("")
    """What the camera sees, in a sentence; nothing without one."""
    to_lay = ListProperty()
    """What is to be done until the table is as it was, a sentence a step."""
    asks = BooleanProperty(False)
    """Whether the camera wants to know something first."""
    agrees = BooleanProperty(False)
    """Whether the camera sees everything lie as it did."""

    upright = BooleanProperty(False)
    """Whether the list lies above the picture instead of beside it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._draw(self.screen.state)
        self._tick = Clock.schedule_interval(self._ask_camera, CHECK_INTERVAL)
        self.bind(parent=self._left)
        self._ask_camera()

    def on_upright(self, *_: object) -> None:
        self.ids.content.orientation = "vertical" if self.upright else "horizontal"

    def check(self) -> None:
        """The camera reads everything anew, or asks; without one, players say which it is."""
        camera = self.screen.camera
        if camera.live is None:
            camera.choose()
        elif self.asks:
            camera.ask()
        else:
            camera.live.read_again()

    def _draw(self, state: State) -> None:
        stands = score(state)
        for place, district in enumerate(state.districts):
            view = DistrictView(place=place, seats=state.players, far_turned=self.screen.far_turned)
            view.show(district, stands.districts[place], state.options)
            self.ids.laid.add_widget(view)

    def _ask_camera(self, *_: object) -> None:
        check = self.screen.camera.check()
        if check is not None:
            self.show(check)

    def show(self, check: TableCheck) -> None:
        """What the camera says of the table."""
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
