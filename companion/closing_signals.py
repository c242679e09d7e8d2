"""Signals that end a program: each closes it as Ctrl-C does, and a second one meanwhile does not break the closing."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

GRACE = 2.0
"""Seconds after a signal in which further ones are ignored: a program usually closes in less."""

_AGAIN = 0.05
"""Seconds until an interrupt that Python could not deliver is sent again."""

_closing: list[Callable[[], object]] = []
"""The functions that close, the one in use last."""


def close_on_signals(close: Callable[[], object]) -> None:
    """Call a function at Ctrl-C, SIGTERM or SIGHUP, on the main thread; further signals are ignored for :data:`GRACE`.

    A signal that is ignored, as by ``nohup``, stays ignored.

    Args:
        close: Closes the program, or raises an error that does.
    """
    _closing[:] = [close]
    last = float("-inf")
    show = sys.unraisablehook

    def handle(_number: int, _frame: object) -> None:
        nonlocal last
        if time.monotonic() - last >= GRACE:
            last = time.monotonic()
            _closing[-1]()

    def send_again(unraisable: sys.UnraisableHookArgs) -> None:
        """Send an interrupt again that was raised in a destructor, where Python would only print it."""
        nonlocal last
        if unraisable.exc_type is not KeyboardInterrupt:
            show(unraisable)
            return
        last = float("-inf")
        threading.Timer(_AGAIN, _interrupt_main).start()

    sys.unraisablehook = send_again
    for one in _caught():
        signal.signal(one, handle)


@contextmanager
def closed_by(close: Callable[[], object]) -> Iterator[None]:
    """Let signals call another function meanwhile."""
    _closing.append(close)
    try:
        yield
    finally:
        _closing.remove(close)


def ignore_signals() -> None:
    """Ignore the signals from now on: the program has closed, and only Python is left to end."""
    for one in _caught():
        signal.signal(one, signal.SIG_IGN)


def interrupt() -> None:
    """End the command as Ctrl-C does."""
    raise KeyboardInterrupt


def _interrupt_main() -> None:
    """Send Ctrl-C's signal to the main thread, which wakes it; Windows has no signal for one thread."""
    main = threading.main_thread().ident
    if sys.platform != "win32" and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()


def _caught() -> list[signal.Signals]:
    """Return the signals that end a program and are not ignored; Windows has no SIGHUP."""
    there = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    return [one for one in there if one is not None and signal.getsignal(one) != signal.SIG_IGN]
