"""A person before a page: looks, presses what is seen, drags to see more, and reads."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2

from tests.person.web.hands import Hands
from tests.person.web.screen import Box, Screen, ScreenReader, Thing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PATIENCE = 5.0
"""Seconds after which a person gives up."""
STILL = 0.05
"""Seconds in which nothing moves once a page has answered."""
UNANSWERED = 0.4
"""Seconds after which a person looks again although nothing has changed."""
MOST_DRAGS = 40

Wanted = Callable[[Screen], list[Thing]]


class Trouble(AssertionError):
    """What a person cannot see, reach or read."""


class Person:
    """One person with one device.

    Args:
        context: The browser's profile.
        address: What they open.
        seed: How they press.
    """

    def __init__(self, context: BrowserContext, address: str, seed: int = 0) -> None:
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        """What the page's own console said went wrong."""
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(address)
        line = context.new_cdp_session(self.page)
        self.hands = Hands(self.page, line, random.Random(seed))
        self.reader = ScreenReader(self.page, line)
        self._read: tuple[list[Any], Screen] | None = None
        """The last screen, and what there was then: while nothing moves it need not be repeated."""

    def screen(self) -> Screen:
        """What is seen once nothing moves."""
        if self._read is None or self._read[0] != self.reader.glance():
            self._rest(None)
            self._read = self.reader.glance(), self.reader.read()
        return self._read[1]

    def until(self, found: Callable[[Screen], object], what: str) -> Screen:
        """Read the screen until something is seen; a person waits no longer than :data:`PATIENCE`."""
        end = time.monotonic() + PATIENCE
        while True:
            screen = self.screen()
            if found(screen):
                return screen
            if time.monotonic() > end:
                raise self.trouble(f"waited in vain for {what}", screen)

    def press(self, thing: Thing) -> Screen:
        """Press something that is seen, once, and read what follows."""
        if thing.button is None:
            raise self.trouble(f"{thing.text!r} is nothing to press")
        if not thing.whole:
            raise self.trouble(f"{thing.text!r} is partly out of view or covered")
        before = self.reader.glance()
        inside = thing.button.holds(thing.box) and thing.kind != "tick"
        self.hands.press(*(thing.box if inside else thing.button).middle)
        self._rest(before)
        self._read = self.reader.glance(), self.reader.read()
        return self._read[1]

    def tap(self, text: str, *, exact: bool = True) -> Screen:
        """Find these words on something to press, dragging the page if need be, and press it."""
        return self.press(self.find(lambda screen: _pressable(screen.named(text, exact=exact)), repr(text)))

    def tap_in_view(self, text: str, *, exact: bool = True) -> Screen:
        """Press what bears these words without dragging: it must be there at once."""
        screen = self.screen()
        found = [one for one in _pressable(screen.named(text, exact=exact)) if one.whole]
        if not found:
            raise self.trouble(f"{text!r} can be tapped now and is not in view", screen)
        return self.press(found[0])

    def find(self, wanted: Wanted, what: str) -> Thing:
        """Return the first of what is wanted that is wholly in view; drag down to the end, then up, to see more."""
        screen = self.screen()
        for way in (-1, 1):
            for _ in range(MOST_DRAGS):
                found = [one for one in wanted(screen) if one.whole or one.button is None]
                if found:
                    return found[0]
                before = screen
                self.scroll(way * 0.45)
                screen = self.screen()
                if not _differs(before, screen):
                    break
        raise self.trouble(f"{what} is nowhere on the page", screen)

    def scroll(self, screens: float) -> None:
        """Drag by a part of the screen's height, where nothing lies under the finger that it could press."""
        wide, high = self.size
        start = (high * 0.8) if screens < 0 else high * 0.3
        self.hands.drag((wide * 0.97, start), (0, screens * high))

    def top(self) -> None:
        """Drag to the top of the page."""
        screen = self.screen()
        for _ in range(MOST_DRAGS):
            before = screen
            self.scroll(0.7)
            screen = self.screen()
            if not _differs(before, screen):
                return

    def pages(self) -> Iterator[Screen]:
        """Yield what is seen from here to the end of the page, dragging."""
        before = None
        for _ in range(MOST_DRAGS):
            screen = self.screen()
            if before is not None and not _differs(before, screen):
                return
            yield screen
            before = screen
            self.scroll(-0.45)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the screen."""
        size = self.page.viewport_size
        assert size is not None
        return size["width"], size["height"]

    def write(self, field: Thing, text: str) -> None:
        """Tap a field, and type in place of what stands there."""
        self.press(field)
        self.hands.type(text)

    def read_number(self, screen: Screen, thing: Thing) -> int:
        """Return the number next to a picture: at its right, in its row."""
        right = thing.box.upright(thing.turned).right
        numbers = [
            one
            for one in screen.things
            if one.kind == "text" and re.fullmatch(r"\d+( \+ \d+)?", one.text) and one.turned == thing.turned
            if abs(one.box.middle[1] - thing.box.middle[1]) < 20
            if 0 <= one.box.upright(one.turned).left - right + 4 < 40
        ]
        if not numbers:
            raise self.trouble(f"no number can be read beside {thing.text}", screen)
        number = min(numbers, key=lambda one: one.box.upright(one.turned).left)
        if number.lines > 1:
            raise self.trouble(f"the number {number.text} is broken over {number.lines} lines", screen)
        return int(number.text.split()[0])

    def trouble(self, what: str, screen: Screen | None = None) -> Trouble:
        """Return the fault, with what was seen."""
        screen = screen or self.reader.read()
        folder = Path("out/person")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{re.sub(r'[^a-z0-9]+', '-', what.lower())[:60]}.png"
        self.page.screenshot(path=path)
        return Trouble(f"{what} ({self.size[0]}×{self.size[1]}, {path}); seen:\n{screen.words()[:1500]}")

    def _rest(self, before: list[object] | None) -> None:
        """Wait until the page has answered and nothing moves."""
        begun = time.monotonic()
        end, last, since = begun + PATIENCE, self.reader.glance(), begun
        while time.monotonic() < end:
            time.sleep(STILL / 2)
            now = self.reader.glance()
            if now != last:
                last, since = now, time.monotonic()
            waited = time.monotonic() - begun
            answered = before is None or now != before or waited > UNANSWERED
            if answered and time.monotonic() - since >= STILL:
                return
        raise self.trouble(f"the page moves for more than {PATIENCE:.0f} s")


def _differs(one: Screen, other: Screen) -> bool:
    return bool(one.grey.shape != other.grey.shape or cv2.absdiff(one.grey, other.grey).max() > 16)


def _pressable(things: list[Thing]) -> list[Thing]:
    return [one for one in things if one.button is not None]


def device(browser: Browser, size: tuple[int, int], language: str = "en", **more: object) -> BrowserContext:
    """A device of this size whose owner speaks this language."""
    return browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        locale=language,
        reduced_motion="reduce",
        **more,  # type: ignore[arg-type]
    )


__all__ = ["PATIENCE", "Box", "Person", "Screen", "Thing", "Trouble", "device"]
