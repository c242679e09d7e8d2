"""A finger on the glass: presses and drags that last several frames, through the window's own way for input."""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Sequence
from typing import Any

from kivy.base import EventLoop
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent

PRESS = 0.06, 0.2
"""Seconds that a press lasts."""
SLIP = 4.0
"""Pixels that a finger slips while it presses, at most."""
FRAME = 1 / 60
"""Seconds that a frame takes at least."""
BETWEEN, NEAR = 0.3, 150.0
"""Seconds from one press to the next within so many pixels: a quicker one would be the same finger trembling."""

Point = tuple[float, float]
_numbers = itertools.count(1)


class _Touch(MotionEvent):  # type: ignore[misc]  # Kivy has no types
    """A touch in shares of the window, from its lower left corner."""

    def __init__(self, args: Sequence[float]) -> None:
        super().__init__("glass", f"finger {next(_numbers)}", args, is_touch=True, type_id="touch")

    def depack(self, args: Sequence[float]) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class _Finger:
    """One of the providers that the window asks for input in every frame."""

    def __init__(self, path: Sequence[Point], seconds: float) -> None:
        self._path, self._seconds = path, seconds
        self._began, self.done = 0.0, False
        self._touch: Any = None

    def update(self, dispatch_fn: Any) -> None:
        """Move on along the path."""
        width, height = EventLoop.window.system_size
        if self._touch is None:
            self._began = time.monotonic()
            self._touch = _Touch(_share(self._path[0], width, height))
            dispatch_fn("begin", self._touch)
            return
        spent = min(1.0, (time.monotonic() - self._began) / self._seconds)
        x, y = self._path[min(len(self._path) - 1, int(spent * len(self._path)))]
        self._touch.move(_share((x, y), width, height))
        if spent < 1:
            dispatch_fn("update", self._touch)
        else:
            self.done = True
            self._touch.update_time_end()
            dispatch_fn("end", self._touch)


def _share(place: Point, width: float, height: float) -> Point:
    return place[0] / width, place[1] / height


def frame() -> None:
    """Let one frame pass, drawn to its end if anything changed, and leave the rest of its time to others."""
    began = time.monotonic()
    EventLoop.idle()
    glFinish()
    time.sleep(max(0.0, FRAME - (time.monotonic() - began)))


class Hands:
    """One finger of one person.

    Args:
        seed: Of how long it presses, and where it slips.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chance = random.Random(seed)
        self.taps = 0
        """Presses so far, letters not counted."""
        self._last, self._there = 0.0, (0.0, 0.0)

    def press(self, place: Point) -> None:
        """Press once."""
        if math.dist(place, self._there) < NEAR:
            time.sleep(max(0.0, self._last + BETWEEN - time.monotonic()))
        slip = [self._chance.uniform(-SLIP, SLIP) / 2 for _ in range(2)]
        end = place[0] + slip[0], place[1] + slip[1]
        self._follow(
            [place, ((place[0] + end[0]) / 2, (place[1] + end[1]) / 2), end], self._chance.triangular(*PRESS, PRESS[0])
        )

    def drag(self, start: Point, end: Point) -> None:
        """Drag, and hold still before letting go, so that what is dragged stays."""
        steps = [(start[0] + (end[0] - start[0]) * n / 12, start[1] + (end[1] - start[1]) * n / 12) for n in range(13)]
        self._follow([*steps, *[end] * 8], 0.5)

    def _follow(self, path: Sequence[Point], seconds: float) -> None:
        finger = _Finger(path, seconds)
        EventLoop.input_providers.append(finger)
        while not finger.done:
            frame()
        EventLoop.input_providers.remove(finger)
        self._last, self._there = time.monotonic(), path[-1]
        frame()
