"""Icons, drawn by lines, and illustrations of cards, dice and tables, as files."""

import math
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothLine
from kivy.properties import ColorProperty, OptionProperty, StringProperty
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from companion.app.window.theme import theme

FOLDER = Path(__file__).resolve().parents[1] / "illustrations"
"""``python -m docs.tools.illustrations`` draws what is in it."""


class Illustration(Image):
    """One of the pictures in ``FOLDER``, as large as fits."""

    name = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(mipmap=True, fit_mode="contain", **kwargs)
        self.bind(name=self._load)
        self._load()

    def _load(self, *_: object) -> None:
        self.source = str(FOLDER / f"{self.name}.png") if self.name else ""


Line = list[tuple[float, float]]


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Line:
    steps = 24
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _box(x: float, y: float, width: float, height: float) -> Line:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]


_UNDO: list[Line] = [
    [(0.34, 0.88), (0.12, 0.66), (0.34, 0.44)],
    [(0.12, 0.66), (0.58, 0.66), *_arc(0.58, 0.4, 0.26, 90, -90), (0.3, 0.14)],
]
_CARD = _box(0.26, 0.12, 0.48, 0.72)


def _people(number: int) -> list[Line]:
    """Return a pawn for each of so many people."""
    pawn = [_arc(0.5, 0.7, 0.18, 0, 360), [(0.2, 0.08), (0.5, 0.52), (0.8, 0.08), (0.2, 0.08)]]
    places = {1: [(0.0, 0.0)], 2: [(0, 0.2), (0.5, 0.2)], 3: [(0, 0), (0.5, 0), (0.25, 0.5)]}
    lines = [(one, at) for at in places.get(number, [(0, 0), (0.5, 0), (0, 0.5), (0.5, 0.5)]) for one in pawn]
    size = 1 if number == 1 else 0.55
    return [[(left + x * size, low + y * size) for x, y in line] for line, (left, low) in lines]


LINES: dict[str, list[Line]] = {
    "": [],
    **{f"people{number}": _people(number) for number in range(1, 5)},
    "undo": _UNDO,
    "redo": [[(1 - x, y) for x, y in line] for line in _UNDO],
    "menu": [[(0.14, y), (0.86, y)] for y in (0.24, 0.5, 0.76)],
    "list": [[(0.34, y), (0.88, y)] for y in (0.22, 0.5, 0.78)] + [[(0.12, y), (0.17, y)] for y in (0.22, 0.5, 0.78)],
    "close": [[(0.2, 0.2), (0.8, 0.8)], [(0.2, 0.8), (0.8, 0.2)]],
    "back": [[(0.62, 0.86), (0.26, 0.5), (0.62, 0.14)]],
    "arrow": [[(0.1, 0.5), (0.9, 0.5)], [(0.6, 0.8), (0.9, 0.5), (0.6, 0.2)]],
    "plus": [[(0.5, 0.16), (0.5, 0.84)], [(0.16, 0.5), (0.84, 0.5)]],
    "minus": [[(0.16, 0.5), (0.84, 0.5)]],
    "done": [[(0.14, 0.5), (0.4, 0.22), (0.88, 0.8)]],
    "dice": [_box(0.08, 0.1, 0.46, 0.46), [(0.6, 0.38), (0.92, 0.5), (0.76, 0.9), (0.36, 0.76), (0.4, 0.66)]],
    "play": [_CARD, [(0.5, 0.28), (0.5, 0.68)], [(0.36, 0.54), (0.5, 0.69), (0.64, 0.54)]],
    "onto": [_CARD, [(0.5, 0.34), (0.5, 0.62)], [(0.36, 0.48), (0.64, 0.48)]],
    "draw": [_CARD, [(0.5, 0.28), (0.5, 0.68)], [(0.36, 0.42), (0.5, 0.27), (0.64, 0.42)]],
    "cards": [_box(0.1, 0.1, 0.44, 0.66), [(0.34, 0.8), (0.34, 0.9), (0.88, 0.9), (0.88, 0.26), (0.62, 0.26)]],
    "trade": [
        [(0.1, 0.66), (0.9, 0.66)],
        [(0.7, 0.84), (0.9, 0.66), (0.7, 0.48)],
        [(0.9, 0.32), (0.1, 0.32)],
        [(0.3, 0.5), (0.1, 0.32), (0.3, 0.14)],
    ],
    "photo": [
        _box(0.08, 0.16, 0.84, 0.56),
        _arc(0.5, 0.44, 0.18, 0, 360),
        [(0.34, 0.72), (0.4, 0.86), (0.6, 0.86), (0.66, 0.72)],
    ],
    "phone": [_box(0.28, 0.06, 0.44, 0.88), [(0.44, 0.18), (0.56, 0.18)]],
    "ahead": [
        [*_arc(0.5, 0.24, 0.5, 150, 30), *_arc(0.5, 0.76, 0.5, -30, -150), (0.067, 0.49)],
        _arc(0.5, 0.5, 0.13, 0, 360),
    ],
    "now": [[(0.2, 0.14), (0.56, 0.5), (0.2, 0.86)], [(0.8, 0.14), (0.8, 0.86)]],
    "forth": [[(0.38, 0.14), (0.74, 0.5), (0.38, 0.86)]],
    "book": [
        [(0.5, 0.8), (0.5, 0.16)],
        [(0.5, 0.8), (0.36, 0.88), (0.1, 0.86), (0.1, 0.2), (0.36, 0.22), (0.5, 0.14)],
        [(0.5, 0.8), (0.64, 0.88), (0.9, 0.86), (0.9, 0.2), (0.64, 0.22), (0.5, 0.14)],
    ],
    "pencil": [
        [(0.16, 0.14), (0.22, 0.38), (0.7, 0.86), (0.88, 0.68), (0.4, 0.2), (0.16, 0.14)],
        [(0.6, 0.76), (0.78, 0.58)],
    ],
    "bin": [
        [(0.16, 0.78), (0.84, 0.78)],
        [(0.38, 0.78), (0.38, 0.9), (0.62, 0.9), (0.62, 0.78)],
        [(0.24, 0.78), (0.3, 0.1), (0.7, 0.1), (0.76, 0.78)],
        [(0.42, 0.62), (0.44, 0.26)],
        [(0.58, 0.62), (0.56, 0.26)],
    ],
    "curve": [[(0.12, 0.88), (0.12, 0.12), (0.9, 0.12)], [(0.22, 0.3), (0.42, 0.52), (0.58, 0.4), (0.86, 0.8)]],
    "out": [
        [(0.3, 0.42), (0.14, 0.42), (0.14, 0.1), (0.86, 0.1), (0.86, 0.42), (0.7, 0.42)],
        [(0.5, 0.32), (0.5, 0.88)],
        [(0.32, 0.7), (0.5, 0.89), (0.68, 0.7)],
    ],
    "turn": [_arc(0.5, 0.5, 0.34, 60, 330), [(0.52, 0.66), (0.68, 0.8), (0.82, 0.62)]],
}


class Icon(Widget):
    """One of :data:`LINES`, as large as the shorter side allows."""

    name = OptionProperty("", options=list(LINES))
    colour = ColorProperty(theme.ink)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Once a frame, however often a new sheet moves it before that.
        soon = Clock.create_trigger(self._draw, -1)
        self.bind(name=soon, colour=soon, pos=soon, size=soon)
        soon()

    def _draw(self, *_: object) -> None:
        side = min(self.size)
        left, bottom = self.center_x - side / 2, self.center_y - side / 2
        self.canvas.clear()
        with self.canvas:
            Color(*self.colour)
            for line in LINES[self.name]:
                points = [value for x, y in line for value in (left + x * side, bottom + y * side)]
                SmoothLine(points=points, width=max(1.2, side / 22), cap="round", joint="round")
