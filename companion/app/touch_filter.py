"""Which touches count: one for each finger, and none that was meant for what lay there a moment before."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

from kivy.base import EventLoop

from companion.app.theme import theme

SECOND_TAP = 0.25
"""Seconds after a sheet opened or closed in which a second tap of the finger that did it does nothing."""
SAME_PLACE = 0.75
"""Of the smallest target: how far from the first a second tap of the same finger may be."""
ONE_FINGER = 1 / 3
"""Of the smallest target: two touches at a time that are nearer than this are one finger, which two input providers
report."""
AT_ONCE = 0.1
"""Seconds between the starts of two touches of one finger if the second provider reports it after the first is done."""
LONGEST_TOUCH = 5.0
"""Seconds after which a touch no longer keeps others away from its place: its end may be lost."""


@dataclass(frozen=True, slots=True)
class _Tap:
    """A touch that counted: pixels of the window, seconds of the touch's own clock."""

    x: float
    y: float
    device: str
    start: float
    end: float


class TouchFilter:
    """Filters the touches of a window before any widget gets them. Times are the touches' own."""

    def __init__(self) -> None:
        self._latest: _Tap | None = None
        self._acted: _Tap | None = None
        """The one that last opened or closed something."""
        self._ignored: set[int] = set()
        """By their uid."""

    def attach(self, window: Any) -> None:
        """Filters the touches of this window from now on."""
        window.bind(on_touch_down=self._down, on_touch_move=self._moved, on_touch_up=self._up)

    def note_change(self) -> None:
        """A sheet, a notice or a screen was opened or closed: below the finger may be something else now."""
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

    def _moved(self, _window: Any, touch: Any) -> bool:
        return touch.uid in self._ignored

    def _up(self, window: Any, touch: Any) -> bool:
        if touch.uid in self._ignored:
            self._ignored.discard(touch.uid)
            return True
        if not _is_wheel(touch):
            self._latest = _tap(window, touch)
        return False

    def _is_an_echo(self, window: Any, touch: Any, tap: _Tap) -> bool:
        """Whether another provider reports this finger already."""
        near, latest = theme.target * ONE_FINGER, self._latest
        for other in EventLoop.touches:
            counts = other is not touch and other.is_touch and other.uid not in self._ignored and not _is_wheel(other)
            if counts and tap.start - other.time_start < LONGEST_TOUCH and _apart(tap, _tap(window, other)) < near:
                return True
        return (
            latest is not None
            and latest.device != tap.device
            and abs(tap.start - latest.start) < AT_ONCE
            and _apart(tap, latest) < near
        )

    def _is_a_second_tap(self, tap: _Tap) -> bool:
        first = self._acted
        return (
            first is not None
            and 0 <= tap.start - first.end < SECOND_TAP
            and _apart(tap, first) < theme.target * SAME_PLACE
        )


touch_filter = TouchFilter()
"""Those on the one window."""


def _tap(window: Any, touch: Any) -> _Tap:
    """From the place in the window: widgets that get a touch change its ``pos``."""
    width, height = window.system_size
    end = max(touch.time_start, touch.time_end)
    return _Tap(touch.sx * width, touch.sy * height, str(touch.device), touch.time_start, end)


def _apart(one: _Tap, other: _Tap) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _is_wheel(touch: Any) -> bool:
    """Whether a mouse's wheel is turned: Kivy reports that as a touch."""
    return bool(touch.is_mouse_scrolling)
