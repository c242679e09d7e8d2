"""The gallery's screens, and what is amiss as they are drawn: text cut off, targets too small, covered or outside."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from kivy.metrics import Metrics
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.painters.columns import ColumnsPlace
from companion.app.texts.i18n import words
from companion.app.texts.lettering import Lettering
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from docs.tools.gallery import VIEWS

SLACK = 1.5
"""Pixels by which rounding may be off."""
INK = {"top": 0.9, "bottom": 0.95, "middle": 0.8, "center": 0.8}
"""Share of a line's height that its letters take, by where the line stands; the rest is what keeps lines apart."""
Box = tuple[float, float, float, float]


@contextmanager
def arranged(tablet: Tablet, size: tuple[int, int], language: str, density: float = 1.0) -> Iterator[None]:
    """A window of this size, with this language and number of pixels of a point."""
    _set_density(density)
    tablet.resize(*size)
    theme.fit(*size)
    words.language = language
    try:
        yield
    finally:
        _set_density(1.0)
        theme.fit(*size)
        tablet.app.go("start")


def _set_density(density: float) -> None:
    """Set the pixels of a point; every rule that names points is applied again, also for the same number."""
    if Metrics.density != density:
        Metrics.density = density


@contextmanager
def shown(tablet: Tablet, view: str, size: tuple[int, int], language: str, density: float = 1.0) -> Iterator[None]:
    """The view in a window of this size."""
    with arranged(tablet, size, language, density):
        VIEWS[view](tablet.app)
        tablet.settle(8)
        yield


def amiss(tablet: Tablet, shortens: bool = False) -> list[str]:
    """One line for each thing that is. ``shortens``: a text that ends in an ellipsis is as it should be."""
    found = []
    shown = [(widget, box) for widget, box in _drawn(tablet.screen) if not _scrolled_out(widget, box)]
    for widget, box in shown:
        name = f"{type(widget).__name__} {getattr(widget, 'text', '')!r}"
        if isinstance(widget, Label) and widget.text:
            unknown = [letter for letter in set(widget.text) if _has_no_picture(letter, widget.font_name)]
            found += [f"no such letter in its font: {name} {letter}" for letter in unknown]
            wide, high = _needed(widget)
            wide = 0.0 if shortens and widget.shorten else wide
            if wide > widget.width + SLACK or high > widget.height + SLACK:
                found.append(f"text is cut: {name} takes {wide:.0f}×{high:.0f} of {_rounded(widget.size)}")
        if isinstance(widget, ButtonBehavior) and _runs_out(widget):
            found.append(f"runs out of its row: {name} {_rounded(box)}")
        if isinstance(widget, ButtonBehavior) and not widget.disabled:
            if min(widget.size) < _least(widget, tablet.window.width) - SLACK:
                found.append(f"too small: {name} {_rounded(widget.size)}")
            if not _within(box, (0, 0, *tablet.window.size)) and not _scrolls(widget):
                found.append(f"off the window: {name} {_rounded(box)}")
    return found + list(_overlapping(shown))


def _least(widget: Widget, window: float) -> float:
    """A finger's width; of the districts, which lie in one row, no more than their share of the window."""
    if not isinstance(widget, ColumnsPlace):
        return float(theme.target)
    shares = sum(place.size_hint_x for place in widget.parent.children)
    return min(float(theme.target), window * widget.size_hint_x / shares)


@cache
def _has_no_picture(letter: str, font: str) -> bool:
    """Whether the font draws it as what it draws for a letter that no font has."""

    def drawn(text: str) -> bytes:
        lettering = Lettering(text=text, font_name=font, font_size=40)
        lettering.refresh()
        return bytes(lettering.texture.pixels)

    return not letter.isascii() and drawn(letter) == drawn("\uffff")


def _needed(label: Label) -> tuple[float, float]:
    """The width of its longest word, and the height of all of it in a box as wide as its own."""
    room = None if label.shorten else label.width + SLACK
    text = label.drawn if isinstance(label, Text) else label.text
    size = label.lettered if isinstance(label, Text) else label.font_size
    laid = Lettering(text=text, font_name=label.font_name, font_size=size, bold=label.bold, text_size=(room, None))
    laid.refresh()
    if label.shorten:
        return float(laid.texture.width), laid.texture.height * INK[label.valign]
    plain = Lettering(font_name=label.font_name, font_size=size, bold=label.bold)
    words = text.split()
    if getattr(label, "grows", False):
        # A path goes on in the next line wherever the line ends, and all of it is seen.
        words = [word for word in words if os.sep not in word]
    one_line = laid.texture.height < 1.5 * plain.get_extents("X")[1]
    high = laid.texture.height * (INK[label.valign] if one_line else 1)
    return max((plain.get_extents(word)[0] for word in words), default=0), high


def _overlapping(shown: list[tuple[Widget, Box]]) -> Iterator[str]:
    """Targets beside one another that share a part: what lies over the board, as trays do, is no fault."""
    targets = [(widget, box) for widget, box in shown if isinstance(widget, ButtonBehavior) and not widget.disabled]
    for number, (one, its) in enumerate(targets):
        for other, theirs in targets[number + 1 :]:
            is_separate = one.parent is not other.parent or _contains(one, other) or _contains(other, one)
            if not is_separate and _shared(its, theirs) > SLACK**2 * 4:
                yield f"one over another: {getattr(one, 'text', one)!r} and {getattr(other, 'text', other)!r}"


def _drawn(widget: Widget, faded: bool = False) -> Iterator[tuple[Widget, Box]]:
    """Everything that is seen, with its box in the window."""
    if widget.opacity == 0 or min(widget.size) <= 1:
        return
    yield widget, _box(widget)
    for child in widget.children:
        yield from _drawn(child, faded)


def _box(widget: Widget) -> Box:
    one = widget.to_window(widget.x, widget.y)
    other = widget.to_window(widget.right, widget.top)
    left, right = sorted((one[0], other[0]))
    bottom, top = sorted((one[1], other[1]))
    return left, bottom, right, top


def _scrolls(widget: Widget) -> bool:
    return any(isinstance(parent, ScrollView) for parent in _parents(widget))


def in_view(widget: Widget) -> bool:
    """Whether all of it is inside the window, and inside every list around it."""
    box = _box(widget)
    return _within(box, _box(widget.get_root_window().children[0])) and not _scrolled_out(widget, box)


def _scrolled_out(widget: Widget, box: Box) -> bool:
    """Whether it waits, in part or whole, outside a list that can be scrolled."""
    return any(isinstance(parent, ScrollView) and not _within(box, _box(parent)) for parent in _parents(widget))


def _parents(widget: Widget) -> Iterator[Any]:
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        yield parent
        parent = parent.parent


def _contains(one: Widget, other: Widget) -> bool:
    return any(parent is one for parent in _parents(other))


def _runs_out(widget: Widget) -> bool:
    """Whether it stands in a row that has no room for it, and so under what stands beside the row."""
    row = widget.parent
    in_row = isinstance(row, BoxLayout) and row.orientation == "horizontal"
    return in_row and (widget.right > row.right + SLACK or widget.x < row.x - SLACK)


def _within(box: Box, room: Box) -> bool:
    return (
        box[0] >= room[0] - SLACK
        and box[1] >= room[1] - SLACK
        and box[2] <= room[2] + SLACK
        and box[3] <= room[3] + SLACK
    )


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _rounded(numbers: Any) -> tuple[int, ...]:
    return tuple(round(number) for number in numbers)
