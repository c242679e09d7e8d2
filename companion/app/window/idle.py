"""Work in small steps between frames, while nobody touches the screen."""

from collections.abc import Callable, Iterator

from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window

QUIET = 1.0
"""Seconds without a touch after which work goes on."""
FINGER_WAITS = 0.1
"""Seconds after a touch in which its effect is drawn."""

_last_touch = [-QUIET]
"""When the screen was touched last, in seconds of Kivy's clock."""


def watch_touches() -> None:
    """Note every touch of the window from now on."""
    Window.unbind(on_touch_down=_note_touch)
    Window.bind(on_touch_down=_note_touch)


def is_touched() -> bool:
    """Return whether the screen was touched just now, so that the next frame is what a finger waits for."""
    return bool(Clock.get_time() - _last_touch[0] < FINGER_WAITS)


def work_when_idle(steps: Iterator[Callable[[], object]], interval: float = 0.0) -> Callable[[], None]:
    """Run steps one by one, each in a frame of its own, and none while the screen is touched.

    Args:
        steps: The steps.
        interval: Seconds between two of them.

    Returns:
        What stops the work; from then on nothing holds the steps.
    """
    pending: ClockEvent | None = None

    def run_next(_seconds: float) -> None:
        nonlocal pending
        quiet = Clock.get_time() - _last_touch[0]
        if quiet < QUIET:
            pending = Clock.schedule_once(run_next, QUIET - quiet)
            return
        step = next(steps, None)
        if step is not None:
            step()
            pending = Clock.schedule_once(run_next, interval)

    def stop() -> None:
        if pending is not None:
            pending.cancel()

    pending = Clock.schedule_once(run_next, interval)
    return stop


def _note_touch(*_: object) -> None:
    _last_touch[0] = Clock.get_time()
