"""Telling people and programs what happened: everybody is told, whoever fails."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

Told = TypeVar("Told")


class Audience(Generic[Told]):
    """Those who hear of something. Once all were told, ``failed`` hears what they raised; left out, it is raised."""

    def __init__(self, failed: Callable[[Exception], None] | None) -> None:
        self._failed = failed
        self._hearing: list[Callable[[Told], None]] = []

    def subscribe(self, hears: Callable[[Told], None]) -> Callable[[], None]:
        """From now on told everything; gives what ends that."""
        self._hearing.append(hears)
        return lambda: self._hearing.remove(hears)

    def publish(self, told: Told, *first: Callable[[], None]) -> None:
        """Tells everybody, after doing what comes ``first``."""
        self.do(*first, *(partial(hears, told) for hears in self._hearing))

    def fail(self, error: Exception) -> None:
        """Whoever hears failures hears this one; left out, it is raised."""
        if self._failed is None:
            raise error
        self._failed(error)

    def do(self, *all_: Callable[[], None]) -> None:
        """Does all of it, whichever fails."""
        raised: list[Exception] = []
        for one in all_:
            try:
                one()
            except Exception as error:
                raised.append(error)
        if self._failed is not None:
            for fault in raised:
                self._failed(fault)
        elif raised:
            raise raised[0] if len(raised) == 1 else ExceptionGroup("several who were told failed", raised)
