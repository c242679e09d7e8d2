"""A person at the tablet: looks, taps once what is seen, types with the keyboard that is shown, drags to scroll."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2

from tests.person.tablet.hands import Hands, frame
from tests.person.tablet.screen import Box, Screen, Thing, glance, read_screen

PATIENCE = 5.0
"""Seconds that a person waits for what must come, on a machine that does nothing else."""
DRAGS = 25
"""Drags after which a list has no more to show."""
KEYBOARD = "ScreenKeyboard"
PICTURES = Path("out/person")
"""Where the picture of what went wrong is kept."""


class Person:
    """Somebody at the tablet.

    Args:
        story: What is played, for the names of pictures.
        seed: Of the hands.
    """

    def __init__(self, story: str, seed: int = 0) -> None:
        self.story, self.hands = story, Hands(seed)
        self.letters = 0
        self._seen: Screen | None = None
        self.steps: list[str] = []

    # reading

    def read(self) -> Screen:
        """Read the screen once everything has come to rest, and remember it until the next press or drag."""
        if self._seen is None:
            end = _latest()
            frame()
            before, now = glance(), list[Any]()
            while before != now:
                if time.monotonic() > end:
                    raise self.wrong("what is shown does not come to rest")
                frame()
                before, now = now or before, glance()
            self._seen = read_screen()
        return self._seen

    def until(self, reached: Callable[[Screen], bool], what: str) -> Screen:
        """Wait for something to be seen."""
        end = _latest()
        while not reached(screen := self.read()):
            if time.monotonic() > end:
                raise self.wrong(f"{what} is not seen")
            self._seen = None
        return screen

    def same(self, differences: Callable[[Screen], Iterable[str]], after: str) -> None:
        """Read the screen until nothing differs from what is true."""
        found: list[str] = []

        def nothing(screen: Screen) -> bool:
            found[:] = differences(screen)
            return not found

        try:
            self.until(nothing, "what is true")
        except AssertionError as wrong:
            raise AssertionError(f"after {after}:\n" + "\n".join(found) + f"\n{wrong}") from None

    def find(self, text: str, *, exact: bool = True, kind: str = "") -> Thing:
        """Find a text, or a picture of this kind; drag the list until it is whole."""
        found = self.until(lambda screen: bool(self._known(screen, text, exact, kind)), repr(text))
        return self._known(found, text, exact, kind)[0]

    def sees(self, text: str, *, exact: bool = True, kind: str = "") -> bool:
        """Whether it is seen now."""
        return bool(self._known(self.read(), text, exact, kind))

    @staticmethod
    def _known(screen: Screen, text: str, exact: bool, kind: str) -> list[Thing]:
        if kind:
            return screen.pictures(kind, text)
        things = [one for one in screen.named(text, exact=exact) if one.frame(KEYBOARD) is None]
        return sorted(things, key=lambda one: (one.button is None, one.frame("Pad") is None, one.turned))

    # hands

    def tap(self, text: str, *, exact: bool = True, kind: str = "") -> None:
        """Tap what says this."""
        self.tap_thing(self.find(text, exact=exact, kind=kind))

    def tap_thing(self, thing: Thing) -> None:
        """Tap something that is seen."""
        self.steps.append(f"taps {thing.kind} {thing.text!r} at {thing.box.middle[0]:.0f}, {thing.box.middle[1]:.0f}")
        if thing.button is None:
            raise self.wrong(f"{thing.text!r} is not whole in view, or cannot be tapped")
        self.tap_at(*_aim(thing))

    def tap_at(self, x: float, y: float) -> None:
        """Tap a place."""
        self.hands.taps += 1
        self._seen = None
        self.hands.press((x, y))

    def close(self) -> None:
        """Close the sheet that is open."""
        closing = [one for one in self.read().pictures("icon", "close") if one.button]
        if not closing:
            raise self.wrong("the sheet cannot be closed")
        self.tap_thing(closing[0])

    def scroll(self, within: Box, up: bool) -> None:
        """Drag what lies in a place, by half of its height."""
        x, far = within.left + within.width * 0.06, within.height * 0.3
        y = within.middle[1]
        self.steps.append("drags")
        start, end = ((x, y - far), (x, y + far)) if up else ((x, y + far), (x, y - far))
        self._seen = None
        self.hands.drag(start, end)

    def dragged(self, there: Callable[[Screen], list[Thing]], target: str, what: str) -> Thing:
        """What is there, once the list with such targets was dragged to it."""
        self.until(lambda screen: bool(there(screen) or self.frames(screen, target)), what)
        for up in (False,) * 6 + (True,) * 12:
            screen = self.read()
            if found := there(screen):
                return found[0]
            lists = [box for one in screen.things if one.frame(target) and (box := one.frame("ScrollView"))]
            if not lists:
                break
            self.scroll(lists[0], up=up)
        raise self.wrong(f"{what} is not seen")

    @staticmethod
    def frames(screen: Screen, name: str) -> list[Box]:
        """The places of what is called so, each once."""
        return list(dict.fromkeys(box for one in screen.things if (box := one.frame(name)) is not None))

    def type(self, text: str) -> None:
        """Type with the keyboard that is shown."""
        for letter in text:
            keys = [one for one in self.read().things if one.frame(KEYBOARD) is not None]
            if not keys:
                raise self.wrong("there is no keyboard to type with")
            found = [one for one in keys if one.text == letter]
            for flip in ("aA", "123", "abc"):
                if not found and any(one.text == flip for one in keys):
                    self._strike(next(one for one in keys if one.text == flip))
                    keys = [one for one in self.read().things if one.frame(KEYBOARD) is not None]
                    found = [one for one in keys if one.text == letter]
            if not found:
                raise self.wrong(f"the keyboard has no {letter!r}")
            self._strike(found[0])

    def _strike(self, key: Thing) -> None:
        self.steps.append(f"types {key.text!r}")
        self.letters, self._seen = self.letters + 1, None
        self.hands.press(_aim(key))

    def fill(self, shown: str, text: str) -> None:
        """Tap the field that shows this, and type: then it reads what was typed, and nothing else."""
        self.tap(shown, kind="field")
        self.type(text)
        self.end_typing()
        self.find(text, kind="field")

    def end_typing(self) -> None:
        """Close the keyboard."""
        done = [one for one in self.read().pictures("icon", "done") if one.frame(KEYBOARD) is not None]
        if not done:
            raise self.wrong("the keyboard has no way to close it")
        self.tap_thing(done[0])

    # reports

    def wrong(self, what: str) -> AssertionError:
        """Return what is wrong, with the last steps and a picture."""
        kept = self.picture("wrong")
        return AssertionError(f"{self.story}: {what}\nafter " + "\n  ".join(self.steps[-8:]) + f"\nsee {kept}")

    def picture(self, name: str) -> Path:
        """Keep a picture of the window."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        file = PICTURES / f"{self.story}-{name}.png"
        cv2.imwrite(str(file), read_screen().pixels[::-1, :, 2::-1])
        return file


def _latest() -> float:
    """When a person stops waiting: later where others use the machine too."""
    return time.monotonic() + PATIENCE * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def _aim(thing: Thing) -> tuple[float, float]:
    return thing.box.middle
