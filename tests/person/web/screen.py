"""What a person sees of a page: words and pictures where they lie, nothing that is hidden, covered or blank."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from playwright.sync_api import Error

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

MOST_TRIES = 40
FINGER = 36
"""Least height of the button of an answer, in CSS pixels."""
CONTRAST = 24
"""Least difference of grey levels of a place that is not blank, of 255."""


@dataclass(frozen=True)
class Box:
    """A place on the screen, in CSS pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    def upright(self, turned: bool) -> Box:
        """The same place as somebody sees it for whom it is upright."""
        return Box(-self.right, -self.bottom, -self.left, -self.top) if turned else self

    def holds(self, other: Box) -> bool:
        """Whether the middle of another place lies in this one."""
        x, y = other.middle
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass(frozen=True)
class Thing:
    """A text, a picture or a field that is seen whole."""

    kind: str
    """``text``, ``field``, ``tick``, or what a picture shows: ``card``, ``token``, ``tile``, ``icon``, ``film``."""
    text: str
    """The words, what stands in a field, or the code that is printed on the pieces."""
    box: Box
    lines: int
    """How many lines it takes."""
    button: Box | None
    """What reacts to a finger here, if anything does."""
    whole: bool
    """Whether all of that is in view and nothing covers it."""
    turned: bool
    """Whether it is upside down, for somebody at the other side."""
    marked: bool
    """Whether it is ticked, or marked as the one that is chosen."""
    bold: bool = False
    """Whether it stands on a filled ground of its own."""

    @property
    def is_answer(self) -> bool:
        """Whether it is on a button as high as a finger: a number on the table, which can be corrected, is not."""
        return self.button is not None and self.button.bottom - self.button.top >= FINGER


@dataclass(frozen=True)
class Screen:
    """What a person reads of the screen at one time."""

    things: tuple[Thing, ...]
    frames: tuple[Box, ...]
    """What has a border, the smallest first."""
    bare: frozenset[Box]
    """Those that are wholly in view, with nothing over them."""
    size: tuple[int, int]

    def words(self) -> str:
        """Everything that can be read, in reading order of the page."""
        return "\n".join(one.text for one in self.things if one.kind in ("text", "field"))

    def named(self, text: str, *, exact: bool = True) -> list[Thing]:
        """What bears these words: all of them, or among others. Straight apostrophes are like typographic ones."""
        wanted = plain(text)
        texts = [one for one in self.things if one.kind in ("text", "field")]
        return [one for one in texts if (plain(one.text) == wanted if exact else wanted in plain(one.text))]

    def pictures(self, kind: str, code: str = "") -> list[Thing]:
        """The pictures of a kind; with a code, those of this piece."""
        return [one for one in self.things if one.kind == kind and (not code or one.text == code)]

    def inside(self, frame: Box) -> Iterator[Thing]:
        """What lies in a frame."""
        return (one for one in self.things if frame.holds(one.box))

    def frame_of(self, thing: Thing) -> Box:
        """The smallest frame around something, but for its own button; the whole screen without one."""
        around = (one for one in self.frames if one.holds(thing.box) and one != thing.button)
        return next(around, Box(0, 0, *self.size))


class ScreenReader:
    """Looks at a page.

    Args:
        line: The browser's own protocol for the page, on which :data:`SCRIPT` runs.
    """

    def __init__(self, line: CDPSession) -> None:
        self._line = line
        self.number: int | None = None
        """How often the page had changed when it was read."""
        self.taps = 0
        """How often it had been tapped then."""
        self.screen: Screen | None = None
        """What was seen then."""

    def look(self, *, tapped: bool = False, moves: float = 0) -> Screen | None:
        """Wait until the page rests, and return what is seen then; None if it moves for longer than a person waits.

        Args:
            tapped: Whether a tap is to be answered.
            moves: Seconds in which something else is to show.
        """
        taps, before = ("null" if one is None else str(one) for one in (self.taps, self.number))
        known = f"{before}, {taps if tapped else 'null'}"
        found = self._evaluate(f"personSees({known}{f', {before}, {moves * 1000}' if moves else ', null'})")
        if found == "moves":
            return None
        self.number, self.taps, *seen = json.loads(found)
        if seen:
            things, frames, size = seen
            boxes = sorted((Box(*one[:4]) for one in frames), key=lambda box: box.width * (box.bottom - box.top))
            bare = frozenset(Box(*one[:4]) for one in frames if one[4])
            self.screen = Screen(tuple(map(_thing, things)), tuple(boxes), bare, (size[0], size[1]))
        return self.screen

    def _evaluate(self, expression: str) -> str:
        """Run a script on the page, again if the page went elsewhere meanwhile."""
        for tries in range(MOST_TRIES):
            try:
                answer = self._line.send(
                    "Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True}
                )
            except Error:
                if tries + 1 == MOST_TRIES:
                    raise
            else:
                if "value" in answer["result"]:
                    return str(answer["result"]["value"])
            time.sleep(0.05)
        raise AssertionError(f"the page does not answer: {answer}")

    def legible(self, screen: Screen) -> Screen:
        """Return a screen without what is blank: words of the colour of their ground, pictures that are not there."""
        grey = self.picture()
        scale = grey.shape[1] / screen.size[0]
        return replace(screen, things=tuple(one for one in screen.things if not _blank(grey, one.box, scale)))

    def picture(self) -> Any:
        """The pixels, in grey."""
        shot = self._line.send("Page.captureScreenshot", {"format": "jpeg", "quality": 85, "optimizeForSpeed": True})
        return cv2.imdecode(np.frombuffer(base64.b64decode(shot["data"]), np.uint8), cv2.IMREAD_GRAYSCALE)


def plain(text: str) -> str:
    """Return a text with straight apostrophes."""
    return text.replace("’", "'")


def _thing(found: Any) -> Thing:
    kind, text, box, lines, button, *more = found
    return Thing(kind, text, Box(*box), lines, None if button is None else Box(*button), *more)


def _blank(grey: Any, box: Box, scale: float) -> bool:
    left, top = int(box.left * scale), int(box.top * scale)
    part = grey[max(0, top) : int(box.bottom * scale) + 1, max(0, left) : int(box.right * scale) + 1]
    return part.size == 0 or int(part.max()) - int(part.min()) < CONTRAST


SCRIPT = Path(__file__).with_suffix(".js").read_text("utf8")
