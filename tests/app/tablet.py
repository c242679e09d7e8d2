"""A real window that nobody sees, opened once, and a finger."""

from __future__ import annotations

from typing import Any

from companion.app.environment import settle_offscreen

settle_offscreen()

from kivy.base import EventLoop  # noqa: E402 - Kivy reads its settings on its first import
from kivy.clock import Clock  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402
from kivy.uix.behaviors import ButtonBehavior  # noqa: E402
from kivy.uix.widget import Widget  # noqa: E402

from companion.app.application import CompanionApp  # noqa: E402


class Tablet:
    """The app in its window, and a finger that taps it."""

    def __init__(self, app: CompanionApp, window: Any) -> None:
        self.app, self.window = app, window

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

    def draw(self) -> None:
        """One frame, drawn as on a tablet."""
        self.settle()
        self.window.canvas.ask_update()
        EventLoop.idle()

    def tap(self, widget: Widget) -> None:
        """Taps the middle of a widget, as the window sees it."""
        assert not widget.disabled, f"{widget} cannot be tapped"
        self.tap_at(*widget.to_window(*widget.center))

    def tap_at(self, x: float, y: float) -> None:
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        self.settle()

    def targets(self) -> list[Widget]:
        """Everything on the screen that can be tapped."""
        return [widget for widget in self.screen.walk() if isinstance(widget, ButtonBehavior) and _shown(widget)]

    def resize(self, width: int, height: int) -> None:
        self.window.size = (width, height)
        self.settle()


def _shown(widget: Widget) -> bool:
    """Whether it is there to be tapped: neither folded away nor faded out, nor anything around it."""
    while widget is not None and widget is not widget.parent:
        if widget.opacity == 0 or widget.disabled:
            return False
        widget = widget.parent
    return True
