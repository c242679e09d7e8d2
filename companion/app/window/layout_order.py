"""Layouts are laid out from the outermost inwards, whichever was asked for first.

Kivy lays out in the order of asking. What comes before the layouts around it is laid out once more after them, and its
texts are measured and drawn in sizes that nobody sees.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf
from typing import Any
from weakref import WeakMethod

import kivy.uix.layout
from kivy.clock import Clock

SWEEPS = 10
"""Times in a row that layouts are gone through before texts are drawn: the size of one may change those around it."""


class LayoutTrigger:
    """Asks for one layout, once until that is done."""

    __slots__ = ("_ask", "_do_layout", "is_triggered")

    def __init__(self, do_layout: Callable[[], None], ask: Callable[[LayoutTrigger], None]) -> None:
        self._do_layout, self._ask = WeakMethod(do_layout), ask
        self.is_triggered = False

    def __call__(self, *_: object) -> None:
        """Ask for the layout."""
        if not self.is_triggered:
            self.is_triggered = True
            self._ask(self)

    def cancel(self) -> None:
        """Ask no more."""
        self.is_triggered = False

    @property
    def depth(self) -> int:
        """How many widgets are around the layout."""
        do_layout: Any = self._do_layout()
        depth, widget = 0, do_layout and do_layout.__self__
        while widget is not None and widget.parent is not widget:
            depth, widget = depth + 1, widget.parent
        return depth

    def lay_out(self) -> None:
        """Do the layout, unless it is gone or was asked for no more."""
        do_layout = self._do_layout()
        if do_layout is not None and self.is_triggered:
            self.is_triggered = False
            do_layout()


class LayoutOrder:
    """The layouts that are asked for; it takes the place of Kivy's clock, which lays them out otherwise."""

    def __init__(self) -> None:
        self._next: list[LayoutTrigger] = []
        self._now: list[tuple[int, int, LayoutTrigger]] = []
        """The heap of those of this sweep, by depth and order of asking."""
        self._depth: float = inf
        """Where the sweep is."""
        self._asked = itertools.count()
        self._soon = Clock.create_trigger(self._sweep, -1)

    def create_trigger(self, do_layout: Callable[[], None], _timeout: float) -> LayoutTrigger:
        """Return what asks for a layout."""
        return LayoutTrigger(do_layout, self._add)

    def _add(self, trigger: LayoutTrigger) -> None:
        depth = trigger.depth
        if depth > self._depth:
            heappush(self._now, (depth, next(self._asked), trigger))
        else:
            self._next.append(trigger)
            self._soon()

    def _sweep(self, _seconds: float) -> None:
        for _ in range(SWEEPS):
            if not self._next:
                return
            due, self._next = self._next, []
            self._now = [(trigger.depth, next(self._asked), trigger) for trigger in due]
            heapify(self._now)
            try:
                while self._now:
                    self._depth, _, trigger = heappop(self._now)
                    trigger.lay_out()
            finally:
                # After an error, the others are laid out in the next sweep.
                for _, _, trigger in self._now:
                    self._next.append(trigger)
                    self._soon()
                self._depth = inf


def order_layouts() -> None:
    """Lay out in this order all that is made from now on."""
    kivy.uix.layout.Clock = LayoutOrder()
