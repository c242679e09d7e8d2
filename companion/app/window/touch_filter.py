"""A filter of touches: one for each finger, and none meant for what was there a moment before."""

from dataclasses import dataclass
from math import hypot
from typing import Any

from kivy.base import EventLoop

from companion.app.window.theme import theme

DOUBLE_TAP_TIME = 0.25
"""Seconds after a sheet opened or closed in which a second tap of the same finger is ignored."""
DOUBLE_TAP_DISTANCE = 0.75
"""Distance within which it counts as a second tap, as a share of the smallest target."""
ECHO_DISTANCE = 1 / 3
"""Distance within which two touches are one finger that two providers report, as a share of the smallest target."""
ECHO_DELAY = 0.1
"""Seconds within which the second provider may report a touch that is over already."""
MAX_TOUCH_TIME = 5.0
"""Seconds after which a touch no longer keeps others away: its end may be lost."""


@dataclass(frozen=True, slots=True)
class _Tap:
    """A touch that counted: pixels of the window, seconds of the touch's own clock."""

    x: float
    y: float
    device: str
    start: float
    end: float


class TouchFilter:
    """Filters the touches of a window before any widget gets them; times are the touches' own."""

    def __init__(self) -> None:
        self._latest: _Tap | None = None
        self._acted: _Tap | None = None
        """The tap that last opened or closed something."""
        self._ignored: set[int] = set()
        """The ``uid`` of each ignored touch."""

    def attach(self, window: Any) -> None:
        """Filter the touches of this window from now on."""
        window.bind(on_touch_down=self._down, on_touch_move=self._move, on_touch_up=self._up)

    def note_change(self) -> None:
        """Record that a sheet, notice or screen opened or closed below the finger."""
        self._acted = self._latest

    def _down(self, window: Any, touch: Any) -> bool:
        if _is_wheel(touch):
            return False
        tap = _tap(window, touch)
        if self._is_an_echo(window, touch, tap) or self._is_a_second_tap(tap):
            self._ignored.add(touch.uid)
            return True
        self._latest = tap
        return False

    def _move(self, _window: Any, touch: Any) -> bool:
        return touch.uid in self._ignored

    def _up(self, window: Any, touch: Any) -> bool:
        if touch.uid in self._ignored:
            self._ignored.discard(touch.uid)
            return True
        if not _is_wheel(touch):
            self._latest = _tap(window, touch)
        return False

    def _is_an_echo(self, window: Any, touch: Any, tap: _Tap) -> bool:
        """Return whether another provider reports this finger already."""
        near, latest = theme.target * ECHO_DISTANCE, self._latest
        for other in EventLoop.touches:
            counts = other is not touch and other.is_touch and other.uid not in self._ignored and not _is_wheel(other)
            if (
                counts
                and abs(tap.start - other.time_start) < MAX_TOUCH_TIME
                and _distance(tap, _tap(window, other)) < near
            ):
                return True
        return (
            latest is not None
            and latest.device != tap.device
            and abs(tap.start - latest.start) < ECHO_DELAY
            and _distance(tap, latest) < near
        )

    def _is_a_second_tap(self, tap: _Tap) -> bool:
        first = self._acted
        return (
            first is not None
            and 0 <= tap.start - first.end < DOUBLE_TAP_TIME
            and _distance(tap, first) < theme.target * DOUBLE_TAP_DISTANCE
        )


touch_filter = TouchFilter()
"""The filter of the one window."""


def _tap(window: Any, touch: Any) -> _Tap:
    """Return a touch in pixels of the window; widgets change the ``pos`` of the touches that they get."""
    width, height = window.system_size
    end = max(touch.time_start, touch.time_end)
    return _Tap(touch.sx * width, touch.sy * height, str(touch.device), touch.time_start, end)


def _distance(one: _Tap, other: _Tap) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _is_wheel(touch: Any) -> bool:
    """Return whether this is a turn of the mouse wheel, which Kivy reports as a touch."""
    return bool(touch.is_mouse_scrolling)
