"""Loading of kv files (a screen or widget is a .py and a .kv of the same name), and what Kivy must do otherwise.

Kivy takes a hint that the least sizes of others reduce to 0 for no hint, and gives the widget the size that it had.

Kivy 2.3.1 builds the mesh of a shape with curves only for a size above zero, and draws its old mesh otherwise.

Kivy lays out in the order of asking. What comes before the layouts around it is laid out once more after them, and its
texts are measured and drawn in sizes that nobody sees.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from heapq import heapify, heappop, heappush
from math import inf
from pathlib import Path
from typing import Any
from weakref import WeakMethod

import kivy.uix.layout
from kivy.clock import Clock
from kivy.factory import Factory
from kivy.graphics import Rectangle, RoundedRectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.lang import Builder, builder
from kivy.uix.layout import Layout


def fill_without_interpolation() -> None:
    """Fill plain shapes with that pixel as it is: to interpolate it takes a renderer in software twice as long."""
    plain = Rectangle().texture
    plain.min_filter = plain.mag_filter = "nearest"


_NOTHING = 1e-9


def keep_hints() -> None:
    """Let every layout that is made from now on keep hints above 0."""
    limit = Layout.layout_hint_with_bounds

    def limit_and_keep(layout: Any, *arguments: Any) -> None:
        limit(layout, *arguments)
        hints = arguments[-1]
        hints[:] = [hint if hint is None else max(hint, _NOTHING) for hint in hints]

    Layout.layout_hint_with_bounds = limit_and_keep


_NO_AREA = (0.01, 0.01)
"""A size in pixels for which Kivy builds a mesh that covers no pixel."""


class _Vanishing:
    __slots__ = ()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels; nothing is drawn unless both are above zero."""
        size: tuple[float, float] = Rectangle.size.__get__(self)
        return size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        Rectangle.size.__set__(self, size if min(size) > 0 else _NO_AREA)


class RoundedFill(_Vanishing, SmoothRoundedRectangle):
    """A rectangle of one opaque colour with round corners: the smooth edge of any other leaves the list it is in."""


class RoundedPicture(_Vanishing, RoundedRectangle):
    """A texture or a translucent colour with round corners."""


class Disc(_Vanishing, SmoothEllipse):
    """An ellipse of one colour."""


def register_shapes() -> None:
    """Make the shapes known to kv files."""
    shapes: tuple[Any, ...] = (RoundedFill, RoundedPicture, Disc)
    for shape in shapes:
        Factory.register(shape.__name__, cls=shape)


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


def load_kv(python_file: str) -> None:
    """Load the ``.kv`` of a module, whose ``__file__`` is passed."""
    Builder.load_file(str(Path(python_file).with_suffix(".kv")), encoding="utf8")


def _apply_rule(arguments: tuple[Any, ...], _source: object, _value: object) -> None:
    """Set the property of one kv rule anew, unless its widget is gone."""
    element, name, code, rule, names = arguments
    rule.count += 1
    # Kivy refers to widgets weakly, and one rule may free a widget while others of it are still to be applied.
    with suppress(ReferenceError):
        setattr(element, name, eval(code, names))


# Kivy's own function formats each rule and value for a log that is off, which takes longer than most rules.
builder.call_fn = _apply_rule
order_layouts()
keep_hints()
register_shapes()
# Lists end where they end. Kivy's spring at their ends takes one step a frame, and throws a list across the screen in
# a frame that takes long, as the one after a tap does.
Builder.load_string("""
#:import theme companion.app.window.theme.theme
<VerticalBox@BoxLayout>:
    orientation: 'vertical'
<AdaptiveBox@BoxLayout>:
    orientation: 'vertical' if theme.portrait else 'horizontal'
<ScrollView>:
    effect_cls: 'ScrollEffect'
    do_scroll_x: False
    bar_width: theme.unit * 8
    bar_color: theme.quiet
""")
