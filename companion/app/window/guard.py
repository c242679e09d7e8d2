"""One handler for every exception that the event loop raises, so that the app goes on."""

from collections.abc import Callable
from typing import Any

from kivy.base import EventLoop, ExceptionHandler, ExceptionManager


class ExceptionGuard(ExceptionHandler):
    """Calls ``callback`` with every exception that a touch, key, timer or frame raises in Kivy's loop.

    ``SystemExit`` and ``KeyboardInterrupt`` still end the program.
    """

    def __init__(self, callback: Callable[[Exception], None]) -> None:
        self._callback = callback
        self._handling = False

    def attach(self) -> None:
        """Guard Kivy's loop, and each touch by itself: an error in one does not lose the others of its frame."""
        ExceptionManager.add_handler(self)
        EventLoop.post_dispatch_input = self._dispatch

    def detach(self) -> None:
        """Restore Kivy's loop."""
        ExceptionManager.remove_handler(self)
        vars(EventLoop).pop("post_dispatch_input", None)

    def handle_exception(self, inst: BaseException) -> int:
        """Handle an exception of Kivy's loop or clock."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        self._handle(inst)
        return int(ExceptionManager.PASS)

    def _dispatch(self, kind: str, event: Any) -> None:
        try:
            type(EventLoop).post_dispatch_input(EventLoop, kind, event)
        except Exception as error:  # the guard of all that is touched
            event.grab_current, event.grab_state = None, False
            for grabbed in event.grab_list[:]:
                event.grab_list.remove(grabbed)
            self._handle(error)

    def _handle(self, error: Exception) -> None:
        """Pass an error on; errors raised while one is handled are dropped, since the first is the cause."""
        if self._handling:
            return
        self._handling = True
        try:
            self._callback(error)
        finally:
            self._handling = False
