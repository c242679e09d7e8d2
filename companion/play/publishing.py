"""Between a play and others: events to subscribers, and what other threads hand in."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Generic, TypeVar

Item = TypeVar("Item")


class HandedIn(Generic[Item]):
    """Items that wait for the thread that made this object. ``wake`` is called on the thread that adds one."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._owner = threading.get_ident()

    def check_thread(self) -> None:
        """Raise ``RuntimeError`` on another thread than the owner's."""
        if threading.get_ident() != self._owner:
            raise RuntimeError("a play belongs to the thread that opened it; hand_in() is for the others")

    def put(self, item: Item) -> None:
        """Add an item; from any thread."""
        self._items.put(item)
        self.wake()

    def take(self) -> Iterator[Item]:
        """Yield the items in order, until none is left; those added meanwhile are included."""
        while not self._items.empty():  # nobody else takes any
            yield self._items.get_nowait()


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
        if self._failed is None and len(raised) > 1:
            raise ExceptionGroup("several subscribers failed", raised)
        for fault in raised:
            self.fail(fault)
