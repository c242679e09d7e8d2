"""A finger on the glass and a keyboard: nothing is done but what they can do."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

SHORTEST, LONGEST = 0.06, 0.2
"""Seconds of a press."""
TREMBLE = 3
"""Pixels that a finger moves while it presses."""
FRAME = 0.016


class Hands:
    """One finger, or a mouse where there is no touch, and the keyboard.

    Args:
        page: The page.
        line: The browser's own protocol for it.
        chance: How long each press takes, and where it moves.
    """

    def __init__(self, page: Page, line: CDPSession, chance: random.Random) -> None:
        self._page, self._line, self._chance = page, line, chance
        self.presses = 0
        """How often something was pressed."""
        self.lasted = 0.0
        """Seconds that the last press took: from 0.5 on a browser takes it for another gesture."""

    def press(self, x: float, y: float) -> None:
        """Press once, as long as a finger does."""
        self.presses += 1
        lasts = self._chance.uniform(SHORTEST, LONGEST)
        x, y = x + self._chance.uniform(-1, 1), y + self._chance.uniform(-1, 1)
        begun = time.monotonic()
        ends = begun + lasts
        self._touch("touchStart", x, y)
        for _ in range(TREMBLE):
            time.sleep(min(FRAME, max(0.0, ends - time.monotonic())))
            x, y = x + self._chance.uniform(-1, 1), y + self._chance.uniform(-1, 1)
            self._touch("touchMove", x, y)
        time.sleep(max(0.0, ends - time.monotonic()))
        self._touch("touchEnd")
        self.lasted = time.monotonic() - begun

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        """Drag from a place, and let go once the finger lies still."""
        (x, y), steps = start, 12
        self._touch("touchStart", x, y)
        for step in range(1, steps + 1):
            time.sleep(FRAME / 2)
            self._touch("touchMove", x + by[0] * step / steps, y + by[1] * step / steps)
        time.sleep(0.08)
        self._touch("touchMove", x + by[0], y + by[1])
        self._touch("touchEnd")

    def type(self, text: str) -> None:
        """Type letter by letter into what has the keyboard."""
        self._page.keyboard.type(text, delay=15)

    def delete(self, letters: int) -> None:
        """Delete so many letters."""
        for _ in range(letters):
            self._page.keyboard.press("Backspace")

    def end(self) -> None:
        """Go to the end of what stands in the field."""
        self._page.keyboard.press("End")

    def _touch(self, kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y, "radiusX": 8, "radiusY": 8}]
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
