"""One place at which whatever a handler raises is met, so that the app goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.base import EventLoop, ExceptionHandler, ExceptionManager


class ExceptionGuard(ExceptionHandler):
    """Gives ``met`` every exception that a touch, a key, a timer or a drawn frame raises in Kivy's loop.

    What ends a program on purpose (``SystemExit``, ``KeyboardInterrupt``) goes on its way.
    """

    def __init__(self, met: Callable[[Exception], None]) -> None:
        self._met = met
        self._meeting = False

    def attach(self) -> None:
        """Guards Kivy's loop, and each touch by itself: the other touches of its frame are not lost with it."""
        ExceptionManager.add_handler(self)
        EventLoop.post_dispatch_input = self._dispatch

    def detach(self) -> None:
        """Leaves Kivy's loop as it was."""
        ExceptionManager.remove_handler(self)
        vars(EventLoop).pop("post_dispatch_input", None)

    def handle_exception(self, inst: BaseException) -> int:
        """Called by Kivy's loop and clock."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        self._meet(inst)
        return int(ExceptionManager.PASS)

    def _dispatch(self, kind: str, event: Any) -> None:
        try:
            type(EventLoop).post_dispatch_input(EventLoop, kind, event)
        except Exception as error:  # the guard of all that is touched
            event.grab_current, event.grab_state = None, False
            for grabbed in event.grab_list[:]:
                event.grab_list.remove(grabbed)
            self._meet(error)

    def _meet(self, error: Exception) -> None:
        """A fault while one is shown is not shown: the first is the cause."""
        if self._meeting:
            return
        self._meeting = True
        try:
            self._met(error)
        finally:
            self._meeting = False
