"""What a person sees of a page: words and pictures where they lie, nothing that is hidden, covered or blank."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

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


@dataclass(frozen=True)
class Screen:
    """What a person reads of the screen at one time."""

    things: tuple[Thing, ...]
    frames: tuple[Box, ...]
    """What has a border, the smallest first."""
    size: tuple[int, int]
    grey: Any

    def words(self) -> str:
        """Everything that can be read, in reading order of the page."""
        return "\n".join(one.text for one in self.things if one.kind in ("text", "field"))

    def named(self, text: str, *, exact: bool = True) -> list[Thing]:
        """What bears these words: all of them, or among others."""
        texts = [one for one in self.things if one.kind in ("text", "field")]
        return [one for one in texts if (one.text == text if exact else text in one.text)]

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
        page: The page.
        line: The browser's own protocol for it.
    """

    def __init__(self, page: Page, line: CDPSession) -> None:
        self._page, self._line = page, line

    def glance(self) -> list[Any]:
        """What there is, without its pixels: to see whether anything moves."""
        found: list[Any] = self._page.evaluate(SCRIPT)
        return found

    def read(self) -> Screen:
        """What is seen now."""
        things, frames, size = self.glance()
        grey = self.picture()
        scale = grey.shape[1] / size[0]
        shown = tuple(one for one in map(_thing, things) if not _blank(grey, one.box, scale))
        boxes = sorted((Box(*one) for one in frames), key=lambda box: box.width * (box.bottom - box.top))
        return Screen(shown, tuple(boxes), (size[0], size[1]), grey)

    def picture(self) -> Any:
        """The pixels, in grey."""
        shot = self._line.send("Page.captureScreenshot", {"format": "jpeg", "quality": 85, "optimizeForSpeed": True})
        return cv2.imdecode(np.frombuffer(base64.b64decode(shot["data"]), np.uint8), cv2.IMREAD_GRAYSCALE)


def _thing(found: Any) -> Thing:
    kind, text, box, lines, button, *more = found
    return Thing(kind, text, Box(*box), lines, None if button is None else Box(*button), *more)


def _blank(grey: Any, box: Box, scale: float) -> bool:
    left, top = int(box.left * scale), int(box.top * scale)
    part = grey[max(0, top) : int(box.bottom * scale) + 1, max(0, left) : int(box.right * scale) + 1]
    return part.size == 0 or int(part.max()) - int(part.min()) < CONTRAST


SCRIPT = Path(__file__).with_suffix(".js").read_text("utf8")
