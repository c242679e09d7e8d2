"""What the camera sees, with what was read drawn over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, DictProperty, ListProperty, ObjectProperty
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.app.i18n import words
from companion.app.lettering import Lettering
from companion.app.theme import Colour, theme
from companion.table.edge import Edge
from companion.table.sightings import CardSighting, DieSighting, Face, Point, Sightings
from companion.vision.camera_pose.table_view import TableView

WIDEST = 960
"""Pixels of width from which a frame is shown smaller: a finer one costs time and shows nothing more."""
ALL = 0.82
"""Of the picture: from this share on, dice may be thrown anywhere in view."""


class LivePicture(Widget):
    """The newest frame, as large as fits, and the outlines, names and doubts of what was read in one like it.

    Sure things have a whole outline in the theme's calm blue; doubtful ones a broken amber one and a question mark.
    """

    area = ListProperty()
    """The outline of where the game lies, pixels of a frame."""
    seats = DictProperty()
    """Who sits at an edge of the picture, by its name."""
    callback = ObjectProperty(None, allownone=True)
    """Hears at which edge the picture was tapped."""
    named = BooleanProperty(True)
    """Whether names stand on the outlines: not where the picture is small."""

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Texture | None = None
        self._frame_size = (16, 9)
        self._seen: Sightings | None = None
        self._outlines = InstructionGroup()
        super().__init__(**kwargs)
        with self.canvas:
            # Nothing is drawn before there is a picture.
            self._ground = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        self.canvas.add(self._outlines)
        self.bind(pos=self._place, size=self._place, named=self._draw, area=self._draw, seats=self._draw)

    def on_touch_up(self, touch: Any) -> bool:
        """A tap on the picture is one at the edge that is nearest."""
        if self.callback is None or not self.has_picture or not self.collide_point(*touch.pos):
            return bool(super().on_touch_up(touch))
        (x, y), (width, height) = self._picture.pos, self._picture.size
        across, up = (touch.x - x) / width - 0.5, (touch.y - y) / height - 0.5
        if abs(across) > abs(up):
            self.callback(Edge.LEFT if across < 0 else Edge.RIGHT)
        else:
            self.callback(Edge.BOTTOM if up < 0 else Edge.TOP)
        return True

    def show(self, pixels: NDArray[np.uint8]) -> None:
        """A frame, BGR (height, width, 3)."""
        height, width = pixels.shape[:2]
        self._frame_size = (width, height)
        zoom = min(1.0, WIDEST / width, max(64.0, self.width) / width)
        small = cv2.resize(pixels, (round(width * zoom), round(height * zoom)), interpolation=cv2.INTER_AREA)
        if self._texture is None or self._texture.size != (small.shape[1], small.shape[0]):
            self._texture = Texture.create(size=(small.shape[1], small.shape[0]), colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
            self._ground.a = 1
        self._texture.blit_buffer(np.ascontiguousarray(small).tobytes(), colorfmt="bgr")
        self._place()

    def mark(self, seen: Sightings | None) -> None:
        """What was read, in pixels of a frame of ``seen``'s size; None for nothing yet."""
        if seen != self._seen:
            self._seen = seen
            self._draw()

    @property
    def has_picture(self) -> bool:
        """Whether a frame was shown."""
        return self._texture is not None

    def on_screen(self, point: Point) -> Point:
        """Where a point of the read picture lies on the screen."""
        wide, high = (self._seen.width, self._seen.height) if self._seen else self._frame_size
        (x, y), (width, height) = self._picture.pos, self._picture.size
        return x + point[0] / wide * width, y + (1 - point[1] / high) * height

    def _place(self, *_: object) -> None:
        width, height = self._frame_size
        zoom = min(self.width / width, self.height / height)
        size = (width * zoom, height * zoom)
        pos = (self.center_x - size[0] / 2, self.center_y - size[1] / 2)
        if tuple(self._picture.size) != size or tuple(self._picture.pos) != pos:
            self._picture.size, self._picture.pos = size, pos
            self._draw()

    def _draw(self, *_: object) -> None:
        self._outlines.clear()
        read = (
            ()
            if self._seen is None
            else (*self._throwing(self._seen), *self._cards(self._seen), *self._dice(self._seen))
        )
        for instruction in (*self._area(), *read, *self._seated()):
            self._outlines.add(instruction)

    def _area(self) -> Iterator[object]:
        if self.area:
            yield Color(*theme.accent)
            yield Line(points=[v for point in self.area for v in self.on_screen(point)], close=True, width=1.2)

    def _seated(self) -> Iterator[object]:
        (x, y), (width, height) = self._picture.pos, self._picture.size
        for edge, name in self.seats.items():
            across, down = Edge(edge).direction
            lettered = _lettered(name, round(theme.unit * 24))
            wide, high = lettered.size
            left = x + (width - wide) / 2 + across * ((width - wide) / 2 - 10)
            low = y + (height - high) / 2 - down * ((height - high) / 2 - 6)
            yield Color(*theme.accent)
            yield Rectangle(pos=(left - 8, low - 2), size=(wide + 16, high + 4))
            yield Color(*theme.on_accent)
            yield Rectangle(texture=lettered, pos=(left, low), size=lettered.size)

    def _throwing(self, seen: Sightings) -> Iterator[object]:
        if not (place := where_to_throw(seen) if self.named else ()):
            return
        yield Color(*_colour(False))
        yield from _outline([value for corner in place for value in self.on_screen(corner)], sure=False)
        middle = (sum(x for x, _ in place) / len(place), min(seen.height - 20.0, max(y for _, y in place)))
        yield from self._name(words._("Throw dice here"), middle, False)

    def _cards(self, seen: Sightings) -> Iterator[object]:
        for card in seen.cards:
            outline = [value for corner in card.corners for value in self.on_screen(corner)]
            yield Color(*_colour(card.sure or card.face is Face.DOWN))
            yield from _outline(outline, card.sure or card.face is Face.DOWN)
            if self.named and card.face is Face.UP:
                middle = (sum(x for x, _ in card.corners) / 4, sum(y for _, y in card.corners) / 4)
                yield from self._name(_card_name(card), middle, card.sure)

    def _dice(self, seen: Sightings) -> Iterator[object]:
        for die in seen.dice:
            x, y = self.on_screen(die.center)
            edge = self.on_screen((die.center[0] + max(die.across, 24.0) * 0.6, die.center[1]))
            yield Color(*_colour(die.sure))
            yield Line(circle=(x, y, edge[0] - x), width=1.6)
            if self.named:
                yield from self._name(_die_name(die), (die.center[0], die.center[1] - max(die.across, 24.0)), die.sure)

    def _name(self, text: str, at: Point, sure: bool) -> Iterator[object]:
        lettered = _lettered(text, round(theme.unit * 17))
        x, y = self.on_screen(at)
        width, height = lettered.size
        yield Color(*_colour(sure))
        yield Rectangle(pos=(x - width / 2 - 4, y - height / 2 - 1), size=(width + 8, height + 2))
        yield Color(*theme.on_accent)
        yield Rectangle(texture=lettered, pos=(x - width / 2, y - height / 2), size=lettered.size)


def where_to_throw(seen: Sightings) -> tuple[Point, ...]:
    """The outline of where dice are read best, in the picture's pixels; empty where that is all that is in view, or
    where nobody knows."""
    place = TableView.of(seen.cards, seen.width, seen.height).for_dice
    inside = cv2.contourArea(np.array(place, np.float32)) if place else 0.0
    return place if 0 < inside < ALL * seen.width * seen.height else ()


def _card_name(card: CardSighting) -> str:
    name = words.head(card.card.wording()) if card.card is not None else ""
    return name if card.sure and name else f"{name}?"


def _die_name(die: DieSighting) -> str:
    return "?" if die.value is None else f"{die.value}" if die.sure else f"{die.value}?"


def _colour(sure: bool) -> Colour:
    return list(theme.seats[0] if sure else theme.accent)


def _outline(points: list[float], sure: bool) -> Iterator[object]:
    if sure:
        yield SmoothLine(points=points, close=True, width=1.6)
    else:
        yield Line(points=points, close=True, width=1.2, dash_length=8, dash_offset=5)


@lru_cache(maxsize=256)
def _lettered(text: str, height: int) -> Texture:
    lettering = Lettering(text=text, font_size=height, bold=True, color=(1, 1, 1, 1))
    lettering.refresh()
    return lettering.texture
