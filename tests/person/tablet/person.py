"""A person at the tablet: looks, taps once what is seen, presses and drags as a finger does, types."""

import itertools
import math
import os
import random
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2
from kivy.base import EventLoop
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent

from tests.person.tablet.screen import Box, Screen, Thing, glance, read_screen

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
