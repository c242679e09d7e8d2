"""What a person sees in the tablet's window: words and pictures where they lie, nothing hidden, covered or blank."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from kivy.base import EventLoop
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, InstructionGroup, Rectangle
from kivy.graphics.instructions import CanvasBase
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget
from numpy.typing import NDArray

SLACK = 1.5
"""Pixels by which rounding may be off."""
CONTRAST = 24
"""Least difference of levels, of 255, in a place that is not blank."""
OPAQUE = 0.9
"""Least opacity of what covers."""
INK = 64
"""Least level of a letter's pixel, of 255."""

PICTURES = {
    "Index": ("card", "card"),
    "CrownTarget": ("card", "card"),
    "TokenFace": ("token", "suit"),
    "DieFace": ("die", "value"),
    "Icon": ("icon", "name"),
    "LivePicture": ("photo", "has_picture"),
    "TileFace": ("tile", "tile"),
}
"""What is recognised by its looks: by the class of what draws it, the kind of thing, and the attribute it shows."""


@dataclass(frozen=True)
class Box:
    """A place in the window, in pixels from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def holds(self, other: Box, slack: float = SLACK) -> bool:
        """Whether all of another place lies in this one."""
        return (
            self.left <= other.left + slack
            and self.bottom <= other.bottom + slack
            and self.right >= other.right - slack
            and self.top >= other.top - slack
        )

    def shares(self, other: Box) -> bool:
        """Whether the two have a part in common that can be seen."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return wide > SLACK and high > SLACK


@dataclass(frozen=True)
class Thing:
    """A word, a picture or a field that is seen whole."""

    kind: str
    """``text``, ``field``, or what a picture shows: ``card``, ``token``, ``die``, ``icon``, ``tile``."""
    text: str
    """The words as they are drawn, or the code of the picture."""
    box: Box
    turned: bool
    """Whether it stands on its head."""
    button: Box | None
    """What reacts to a finger here, if it is whole, in view and can be tapped."""
    within: tuple[tuple[str, Box], ...]
    """What it is part of, from the inside: panels, trays and cards, which people know by their looks."""

    def frame(self, name: str) -> Box | None:
        """The place of what it is part of; None if it is part of no such thing."""
        return next((box for kind, box in self.within if kind == name), None)


class Screen:
    """One look at the window."""

    def __init__(self, things: list[Thing], pixels: NDArray[np.uint8]) -> None:
        self.things, self.pixels = things, pixels
        self.size = pixels.shape[1], pixels.shape[0]

    def words(self) -> str:
        """Everything that can be read."""
        return "\n".join(one.text for one in self.things if one.kind in ("text", "field"))

    def named(self, text: str, *, exact: bool = True) -> list[Thing]:
        """The texts that say this, or among others this."""
        texts = [one for one in self.things if one.kind in ("text", "field")]
        return [one for one in texts if (one.text == text if exact else text in one.text)]

    def pictures(self, kind: str, text: str = "") -> list[Thing]:
        """The pictures of a kind; with a text, those that show it."""
        return [one for one in self.things if one.kind == kind and (not text or one.text == text)]

    def inside(self, box: Box) -> list[Thing]:
        """What lies in a place."""
        return [one for one in self.things if box.holds(one.box)]

    def colour(self, x: float, y: float) -> NDArray[np.int16]:
        """The colour of a point, as red, green and blue."""
        return self.pixels[int(y), int(x), :3].astype(np.int16)

    def ink(self, thing: Thing) -> NDArray[np.int16]:
        """The colour of what is written: the one that is farthest from the colour beside it."""
        box = thing.box
        part = self.pixels[int(box.bottom) : int(box.top) + 1, int(box.left) : int(box.right) + 1, :3].astype(np.int16)
        flat = part.reshape(-1, 3)
        return np.asarray(flat[np.abs(flat - self.colour(box.left - 3, box.middle[1])).sum(axis=1).argmax()])


@lru_cache(maxsize=1)
def _layer(width: int, height: int) -> Any:
    return Fbo(size=(width, height), with_stencilbuffer=True)


def pixels() -> NDArray[np.uint8]:
    """What the window shows, rows from below; it may be larger than the surface that the driver made for it."""
    window = EventLoop.window
    layer = _layer(*window.system_size)
    layer.clear()
    with layer:
        ClearColor(*window.clearcolor)
        ClearBuffers(clear_stencil=True)
    for child in reversed(window.children):
        place = window.canvas.indexof(child.canvas)
        window.canvas.remove(child.canvas)
        layer.add(child.canvas)
        layer.draw()
        layer.remove(child.canvas)
        window.canvas.insert(place, child.canvas)
    return np.frombuffer(layer.texture.pixels, np.uint8).reshape(window.system_size[1], window.system_size[0], 4)


def glance() -> list[Any]:
    """What is drawn and where, without its pixels: equal if nothing moved in between."""
    drawn = (one for root in EventLoop.window.children for one in _drawn(root))
    return [(one.box, one.widget.opacity, getattr(one.widget, "text", "")) for one in drawn]


def read_screen() -> Screen:
    """Read the window once."""
    shown = pixels()
    drawn = [one for root in reversed(EventLoop.window.children) for one in _drawn(root)]
    window = Box(0, 0, shown.shape[1], shown.shape[0])
    covers = [(number, fill) for number, one in enumerate(drawn) for fill in one.fills()]
    things = []
    for number, one in enumerate(drawn):
        found = one.thing(window, shown, [fill for place, fill in covers if place >= one.last(number)])
        if found is not None:
            things.append(found)
    return Screen(things, shown)


Way = tuple[float, float, float, float]
"""From coordinates to those of the window: factors and offsets of x and y; the app turns only by 180°."""


class _Drawn:
    """A widget as it is drawn, with what lies around it."""

    def __init__(self, widget: Any, above: _Drawn | None) -> None:
        self.widget, self.above, self.below = widget, above, 0
        self.way: Way = above.inner if above is not None else (1.0, 0.0, 1.0, 0.0)
        """From the coordinates in which it has its place."""
        self.inner: Way = _inner(widget, self.way)
        """From the coordinates of what is in it."""
        self.box = _through(self.way, (widget.x, widget.y, widget.right, widget.top))
        self.clip: Box | None = above.clip if above is not None else None
        if isinstance(widget, ScrollView) or type(widget).__name__ == "CachedLayout":
            self.clip = self.box if self.clip is None else _common(self.clip, self.box)

    def last(self, number: int) -> int:
        """The number of the first widget that is drawn after this one and all within it."""
        return number + 1 + self.below

    def fills(self) -> Iterator[Box]:
        """What this widget covers with a colour of its own."""
        if isinstance(self.widget, Label):
            return
        canvas = self.widget.canvas
        for part in (canvas.before, canvas, canvas.after):
            for fill in _fills(part):
                box = _through(self.inner if isinstance(self.widget, RelativeLayout) else self.way, fill)
                yield box if self.clip is None else _common(box, self.clip)

    def thing(self, window: Box, shown: NDArray[np.uint8], covers: list[Box]) -> Thing | None:
        """What is recognised here, if it can be seen whole."""
        widget = self.widget
        known = PICTURES.get(type(widget).__name__)
        if known is not None:
            value = getattr(widget, known[1], None)
            kind, text, box = known[0], "" if value is None else str(getattr(value, "value", value)), self.box
        elif isinstance(widget, TextInput):
            kind, text, box = "field", widget.text or widget.hint_text, self.box
        elif isinstance(widget, Label) and widget.text.strip():
            kind, text, box = "text", str(getattr(widget, "drawn", widget.text)), self._ink()
        else:
            return None
        if not text or not self._is_visible(box, window, covers) or _is_blank(shown, box):
            return None
        button = self._button()
        if button is not None and not button._is_visible(button.box, window, []):
            button = None
        place = None if button is None else button.box
        around = tuple((type(one.widget).__name__, one.box) for one in self._around())
        return Thing(kind, text, box, self.way[2] < 0, place, around)

    def _is_visible(self, box: Box, window: Box, covers: list[Box]) -> bool:
        if min(box.width, box.height) < 2 or not window.holds(box):
            return False
        clip = self.above.clip if self.above is not None else None
        return (clip is None or clip.holds(box)) and not any(box.shares(fill) for fill in covers)

    def _around(self) -> Iterator[_Drawn]:
        one: _Drawn | None = self
        while one is not None:
            yield one
            one = one.above

    def _button(self) -> _Drawn | None:
        """What is tapped with it: nothing if it is drawn as not possible."""
        for one in self._around():
            if isinstance(one.widget, ButtonBehavior | TextInput):
                return None if one.widget.disabled else one
        return None

    def _ink(self) -> Box:
        """Where the letters of a text are."""
        widget = self.widget
        texture = widget.texture
        if texture is None:
            return self.box
        left, bottom, right, top = _ink(texture)
        x, y = widget.center_x - texture.width / 2, widget.center_y - texture.height / 2
        return _through(self.way, (x + left, y + bottom, x + right, y + top))


def _drawn(widget: Any, above: _Drawn | None = None) -> list[_Drawn]:
    """A widget and all within it, in the order in which they are drawn; nothing that is faded out or has no size."""
    if widget.opacity == 0 or min(widget.size) <= 1:
        return []
    own = _Drawn(widget, above)
    found = [own]
    for child in reversed(widget.children):
        found += _drawn(child, own)
    own.below = len(found) - 1
    return found


def _fills(group: Any) -> Iterator[tuple[float, float, float, float]]:
    """The places that the instructions of a canvas fill with one colour that hides what is below."""
    opacity = 1.0
    for one in group.children:
        if isinstance(one, Color):
            opacity = one.a
        elif isinstance(one, Rectangle):
            plain = one.texture is None or max(one.texture.size) <= 2
            if plain and opacity > OPAQUE and min(one.size) > 1:
                yield (*one.pos, one.pos[0] + one.size[0], one.pos[1] + one.size[1])
        elif isinstance(one, InstructionGroup) and not isinstance(one, CanvasBase):
            yield from _fills(one)


def _inner(widget: Any, way: Way) -> Way:
    """The way from the coordinates of what is in a widget."""
    if type(widget).to_parent is Widget.to_parent:
        return way
    (left, bottom), (right, top) = widget.to_parent(0, 0), widget.to_parent(1, 1)
    x, right_x = _apply(way, left, right, 0)
    y, top_y = _apply(way, bottom, top, 2)
    return right_x - x, x, top_y - y, y


def _apply(way: Way, one: float, other: float, axis: int) -> tuple[float, float]:
    factor, offset = way[axis : axis + 2]
    return factor * one + offset, factor * other + offset


def _through(way: Way, box: tuple[float, float, float, float]) -> Box:
    """A place in the window."""
    left, right = sorted(_apply(way, box[0], box[2], 0))
    bottom, top = sorted(_apply(way, box[1], box[3], 2))
    return Box(left, bottom, right, top)


def _common(one: Box, other: Box) -> Box:
    return Box(
        max(one.left, other.left), max(one.bottom, other.bottom), min(one.right, other.right), min(one.top, other.top)
    )


_INKS: dict[int, tuple[Any, tuple[float, float, float, float]]] = {}


def _ink(texture: Any) -> tuple[float, float, float, float]:
    """Where letters are in a texture, from its lower left corner."""
    known = _INKS.get(id(texture))
    if known is None or known[0] is not texture:
        if len(_INKS) > 2000:
            _INKS.clear()
        alpha = np.frombuffer(texture.pixels, np.uint8).reshape(texture.height, texture.width, 4)[..., 3]
        rows, columns = np.flatnonzero((alpha > INK).any(axis=1)), np.flatnonzero((alpha > INK).any(axis=0))
        box = (0.0, 0.0, 0.0, 0.0)
        if rows.size:
            # Kivy keeps letters with the first row on top.
            low, high = texture.height - 1.0 - float(rows[-1]), texture.height - float(rows[0])
            box = (float(columns[0]), low, float(columns[-1]) + 1.0, high)
        known = _INKS[id(texture)] = texture, box
    return known[1]


def _is_blank(shown: NDArray[np.uint8], box: Box) -> bool:
    part = shown[max(0, int(box.bottom)) : int(box.top) + 1, max(0, int(box.left)) : int(box.right) + 1, :3]
    return part.size == 0 or int((part.max(axis=(0, 1)) - part.min(axis=(0, 1))).max()) < CONTRAST
