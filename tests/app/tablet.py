"""A real window that nobody sees, opened once, and a finger."""

import gc
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.app.window.environment import configure_offscreen

configure_offscreen()

from kivy.animation import Animation  # noqa: E402 - Kivy reads its settings on its first import
from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.logger import LoggerHistory  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.behaviors import ButtonBehavior  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.app import application  # noqa: E402
from companion.app.application import CompanionApp  # noqa: E402
from companion.app.texts.i18n import words  # noqa: E402
from companion.app.widgets.pad import LONG_PRESS  # noqa: E402
from companion.folders import Folders  # noqa: E402
from tests import waiting  # noqa: E402
from tests.bench.app_in_use import draw  # noqa: E402


@cache
def the_app() -> CompanionApp:
    """The one app of a process, in its one window."""
    with pytest.MonkeyPatch.context() as here:
        # Every game's end would look through all that the tests hold; ``Tablet.leave_alone`` tidies where it matters.
        here.setattr(application, "GARBAGE_DELAY", 3600.0)
        app = CompanionApp(Folders(Path(tempfile.mkdtemp(prefix="companion-"))))
    app._run_prepare()
    words.language = "en"
    return app


class TimedTouch(UnitTestTouch):
    """A touch whose end is by the clock of the tests too, not by the machine's."""

    def update_time_end(self) -> None:
        self.time_end = self.time_start + 0.05


class Tablet:
    """The app in its window, and a finger that taps it."""

    tapped = 0.0
    """When the finger last came down, by the touches' own clock: one for all tests, as it never goes back."""

    def __init__(self, app: CompanionApp, window: Any) -> None:
        self.app, self.window = app, window
        self.faulty = False
        """Whether faults are expected."""

    @property
    def screen(self) -> Any:
        return self.app.root.current_screen

    @property
    def play(self) -> Any:
        """The game going on."""
        return self.app.play

    @property
    def state(self) -> Any:
        return self.play.state

    def settle(self, frames: int = 3) -> None:
        """Lets everything find its place, without the cost of drawing it in software."""
        for _ in range(frames):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()

        self._raise_what_was_met()

    def _raise_what_was_met(self) -> None:
        """The app goes on after a fault, and Kivy after half of a layout; a test does not, unless it is about one."""
        half = [record for record in LoggerHistory.history if "too much iteration" in record.getMessage()]
        LoggerHistory.history.clear()
        assert not half, "a frame showed half of a layout"
        met = self.app.recovery.met
        if met and not self.faulty:
            fault = met[0]
            met.clear()
            raise AssertionError(f"a handler raised {fault!r}") from fault

    def leave_alone(self) -> None:
        """Nobody touches it for a while, as between two moves of people who talk."""
        self.app.collect_garbage_now()
        self.settle()

    def tidy(self, *, everything: bool = True) -> None:
        """Collects every screen but this one: until then each of them follows the window's size and the language.

        Unless everything is collected, what outlived a collection is left out of the next ones: see :meth:`collect`.
        """
        screen = None
        for screen in [screen for screen in self.app.root.screens if screen is not self.screen]:
            self.app.root.remove_widget(screen)
        del screen  # while a name holds the last one, it is collected no more
        # What still moves, or waits for the next frame or for some seconds, would hold its screen. A frame may begin
        # to fade a scroll bar.
        self.settle(1)
        for event in [event for event in Clock.get_events() if event.timeout > 0 and not event.loop]:
            event.cancel()
        Animation.cancel_all(None)
        self.collect(everything=everything)

    def collect(self, *, everything: bool = False) -> None:
        """Collects what was made and closed since the last time; to search every widget there is takes longest."""
        # Twice: some of Kivy's types clear nothing that they hold, so that what they held is garbage only then.
        gc.collect(2 if everything else 0)
        gc.collect(2 if everything else 1)

    def draw(self) -> None:
        """One frame, drawn as on a tablet."""
        self.settle()
        draw()

    def tap(self, widget: Widget) -> None:
        """Taps the middle of a widget, as the window sees it."""
        self.tap_soon(widget, after=0.5)

    def tap_soon(self, widget: Widget, after: float) -> None:
        """The same, so many seconds after the tap before."""
        assert not widget.disabled, f"{widget} cannot be tapped"
        x, y = widget.to_window(*widget.center)
        self.tap_at(x, y, after)

    def double_tap(self, widget: Widget) -> None:
        """Taps twice, as a finger that trembles or is in a hurry does; both at the place where the widget was."""
        place = widget.to_window(*widget.center)
        self.tap_at(*place)
        self.tap_at(place[0], place[1], after=0.12)

    def tap_at(self, x: float, y: float, after: float = 0.5) -> None:
        """Taps there, so many seconds after the tap before, by the touches' own clock."""
        touch = TimedTouch(x, y)
        touch.time_start = Tablet.tapped = Tablet.tapped + after if Tablet.tapped else time.time()
        touch.touch_down()
        touch.touch_up()
        self.settle()

    def tap_between_frames(self, widget: Widget) -> None:
        """Taps as a finger does, in the course of a frame; the frame in which the answer is first seen is drawn."""
        EventLoop.input_providers.append(Finger(widget))
        self.window.canvas.ask_update()
        EventLoop.idle()

    def press_long(self, widget: Widget) -> None:
        """Presses the middle of a widget for as long as explains it."""
        touch = TimedTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        end = Clock.time() + LONG_PRESS + 0.1
        until(self, lambda: bool(Clock.get_time() > end))
        self.settle()
        touch.touch_up()
        self.settle()

    def press_back(self) -> None:
        """Android's back button, and Escape."""
        self.window.dispatch("on_keyboard", 27, 41, "", [])
        self.settle()

    def picture(self) -> NDArray[np.int16]:
        """What the window shows, BGR (height, width, 3), rows from the top."""
        with tempfile.TemporaryDirectory() as folder:
            shown = Path(folder) / "shown.png"
            self.app.root.export_to_png(str(shown))
            pixels = cv2.imread(str(shown))
        assert pixels is not None
        return pixels.astype(np.int16)

    def targets(self) -> list[Widget]:
        """Everything on the screen that can be tapped."""
        return [widget for widget in self.screen.walk() if isinstance(widget, ButtonBehavior) and _shown(widget)]

    def resize(self, width: int, height: int) -> None:
        self.window.size = (width, height)
        self.settle()


class Finger:
    """A provider of one tap, among those that the window asks in every frame."""

    def __init__(self, widget: Widget) -> None:
        self._widget = widget

    def update(self, dispatch_fn: Callable[..., None]) -> None:
        EventLoop.input_providers.remove(self)
        touch = UnitTestTouch(*self._widget.to_window(*self._widget.center))
        touch.touch_down()
        touch.touch_up()


def until(tablet: Tablet, reached: Callable[[], object]) -> None:
    """Shows frame after frame until it is so; another thread may be at work."""
    waiting.until(reached, 120, lambda: tablet.settle(1))


def _shown(widget: Widget) -> bool:
    """Whether it is there to be tapped: neither folded away nor faded out, nor anything around it."""
    while widget is not None and widget is not widget.parent:
        if widget.opacity == 0 or widget.disabled:
            return False
        widget = widget.parent
    return True
