"""A person before a page: looks, presses what is seen, drags to see more, types and reads."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tests.person.web.screen import SCRIPT, Box, Screen, ScreenReader, Thing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

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


PATIENCE = 5.0
"""Seconds after which a person gives up."""
OTHERS = 1.0
"""Seconds after which what somebody else did has changed nothing on this device."""
AT_END = 0.15
"""Seconds after which a page that is dragged is at its end."""
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
        self.page.add_init_script(SCRIPT)
        self.page.goto(address)
        line = context.new_cdp_session(self.page)
        self.hands = Hands(self.page, line, random.Random(seed))
        self.reader = ScreenReader(line)

    def screen(self) -> Screen:
        """What is seen once nothing moves."""
        return self._read()

    def after_others(self) -> Screen:
        """What is seen after somebody else did something on their own device."""
        return self._read(moves=OTHERS)

    def _read(self, *, tapped: bool = False, moves: float = 0) -> Screen:
        screen = self.reader.look(tapped=tapped, moves=moves)
        if screen is None:
            raise self.trouble(f"the page moves for more than {PATIENCE:.0f} s")
        return screen

    def legible(self) -> Screen:
        """What can be read now: no words of the colour of their ground, and no pictures that are not there."""
        while True:
            screen = self._read()
            legible = self.reader.legible(screen)
            if self._read() is screen:  # nothing moved while the picture was taken
                return legible

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
        inside = thing.button.holds(thing.box) and thing.kind != "tick"
        self.hands.press(*(thing.box if inside else thing.button).middle)
        return self._read(tapped=True)

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
                screen = self.scroll(way * 0.45)
                if screen == before:
                    break
        raise self.trouble(f"{what} is nowhere on the page", screen)

    def scroll(self, screens: float) -> Screen:
        """Drag by a part of the screen's height, where nothing lies under the finger that it could press."""
        wide, high = self.size
        start = (high * 0.8) if screens < 0 else high * 0.3
        self.hands.drag((wide * 0.97, start), (0, screens * high))
        return self._read(moves=AT_END)

    def read_through(self) -> None:
        """Read to the end of the page, which nothing can drag aside: all of it is as wide as the screen."""
        for _ in self.pages():
            wide, high = self.size
            before = self.screen()
            self.hands.drag((wide * 0.97, high * 0.5), (-0.3 * wide, 0))
            if self._read(moves=AT_END) != before:
                raise self.trouble("a part of the page lies beside the screen")

    def top(self) -> None:
        """Drag to the top of the page."""
        screen = self.screen()
        for _ in range(MOST_DRAGS):
            before = screen
            screen = self.scroll(0.7)
            if screen == before:
                return

    def pages(self, far: float = 0.45) -> Iterator[Screen]:
        """Yield what is seen from here to the end of the page, dragging by a part of the screen's height."""
        before, screen = None, self.screen()
        while screen != before:
            yield screen
            before, screen = screen, self.scroll(-far)

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
        screen = screen or self.reader.screen
        words = "" if screen is None else screen.words()[:1500]
        folder = Path("out/person")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{re.sub(r'[^a-z0-9]+', '-', what.lower())[:60]}.png"
        self.page.screenshot(path=path)
        where = f"{self.size[0]}×{self.size[1]}, {path}, last press {self.hands.lasted:.2f} s"
        return Trouble(f"{what} ({where}); seen:\n{words}")


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
