"""Publishing of events to subscribers: all are called, even if one fails."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

News = TypeVar("News")


class Subscribers(Generic[News]):
    """Subscribers. Once all were called, ``failed`` gets their errors; without it, they are raised."""

    def __init__(self, failed: Callable[[Exception], None] | None) -> None:
        self._failed = failed
        self._listeners: list[Callable[[News], None]] = []

    def subscribe(self, listener: Callable[[News], None]) -> Callable[[], None]:
        """Add a subscriber and return a function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, news: News, *first: Callable[[], None]) -> None:
        """Call every subscriber, after the functions ``first``."""
        self.do(*first, *(partial(listener, news) for listener in self._listeners))

    def fail(self, error: Exception) -> None:
        """Report an error to ``failed``, or raise it."""
        if self._failed is None:
            raise error
        self._failed(error)

    def do(self, *functions: Callable[[], None]) -> None:
        """Call all functions, even if one fails.

        Raises:
            ExceptionGroup: their errors, or the only one itself, if nobody takes failures.
        """
        raised: list[Exception] = []
        for function in functions:
            try:
                function()
            except Exception as error:
                raised.append(error)
        if self._failed is not None:
            for fault in raised:
                self._failed(fault)
        elif raised:
            raise raised[0] if len(raised) == 1 else ExceptionGroup("several subscribers failed", raised)
