"""Rolls over a real line: one at a time, each exactly once, and their times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from statistics import median
from typing import Any

from firmware_bridge.codec import Cause, Hello
from firmware_bridge.conversation import DeviceRoll, Event, Rolled
from firmware_bridge.roller import Changed, Roller, Status

ROLL_TIMEOUT = 30.0
"""Seconds for a board to start, and for any one roll."""


class Line:
    """A roller whose events are read one after the other."""

    def __init__(self, port: str | None) -> None:
        self.events: Queue[Changed | Event] = Queue()
        self.roller = Roller(self.events.put, port)

    def __enter__(self) -> Line:
        self.roller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.roller.close()

    def greeted(self, seconds: float = ROLL_TIMEOUT) -> Hello | None:
        """Return the greeting, or None after ``seconds`` or if nothing there greets."""
        events = self._read(seconds)
        while (state := self.roller.state).hello is None:
            event = next(events, None)
            if event is None or (isinstance(event, Changed) and event.status is Status.ABSENT):
                return None
        return state.hello

    def next_roll(self, seconds: float = ROLL_TIMEOUT) -> DeviceRoll | None:
        """Return the next roll, or None after ``seconds``; other events are skipped."""
        return next((event.roll for event in self._read(seconds) if isinstance(event, Rolled)), None)

    def _read(self, seconds: float) -> Iterator[Changed | Event]:
        """Yield events as they come, for ``seconds``."""
        end = time.monotonic() + seconds
        with suppress(Empty):
            while True:
                yield self.events.get(timeout=max(0.0, end - time.monotonic()))


@dataclass(frozen=True, slots=True)
class Series:
    """Rolls requested one after the other."""

    asked: int
    names: tuple[str, ...]
    """Names of the rolls delivered, in order; a repeated name is a roll counted twice."""
    milliseconds: tuple[float, ...]
    """Times from request to delivery."""

    @property
    def once(self) -> bool:
        """Whether every requested roll was delivered exactly once."""
        return len(self.names) == len(set(self.names)) == self.asked

    def to_json(self) -> dict[str, Any]:
        """Return the counts and times as JSON."""
        times = sorted(self.milliseconds)
        return {
            "asked": self.asked,
            "delivered": len(self.names),
            "distinct": len(set(self.names)),
            "median_ms": round(median(times), 1) if times else None,
            "worst_ms": round(times[-1], 1) if times else None,
        }


def series(line: Line, rolls: int) -> Series:
    """Request and acknowledge ``rolls`` rolls."""
    names: list[str] = []
    times: list[float] = []
    for _ in range(rolls):
        asked_at = time.perf_counter()
        line.roller.ask()
        roll = line.next_roll()
        if roll is None:
            break
        times.append(1000 * (time.perf_counter() - asked_at))
        names.append(roll.name)
        line.roller.acknowledge(roll)
    return Series(rolls, tuple(names), tuple(times))


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of the check of a newly built roller."""

    hello: Hello | None
    rolls: Series | None
    button: bool | None
    """None if the button was not checked."""
    state: Changed | None = None
    """Why no device greeted, if none did."""

    @property
    def passed(self) -> bool:
        """Whether all parts passed."""
        return self.rolls is not None and self.rolls.once and self.button is not False

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {
            "roller": self.hello.device if self.hello else None,
            "start": self.hello.boot if self.hello else None,
            "firmware": self.hello.firmware if self.hello else None,
            "rolls": self.rolls.to_json() if self.rolls else None,
            "button": self.button,
            "passed": self.passed,
        }


def check(port: str | None, rolls: int, button: bool, ask: Callable[[], None]) -> CheckResult:
    """Check greeting, rolls, and a press of the button within half a minute of ``ask``.

    Args:
        port: the port; None tries every likely port.
        rolls: number of rolls.
        button: whether the button is checked.
        ask: asks the person to press it.

    Returns:
        The result.
    """
    with Line(port) as line:
        hello = line.greeted()
        if hello is None:
            return CheckResult(None, None, None, line.roller.state)
        asked = series(line, rolls)
        pressed = None
        if button:
            ask()
            line.roller.want()
            roll = line.next_roll(30.0)
            pressed = roll is not None and roll.cause is Cause.BUTTON
            if roll is not None:
                line.roller.void(roll)
        return CheckResult(hello, asked, pressed)
