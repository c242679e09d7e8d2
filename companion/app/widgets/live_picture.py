"""The picture of the camera, with what was read drawn over it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, DictProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget
from numpy.typing import NDArray

from companion.app.texts.i18n import words
from companion.app.texts.lettering import Lettering
from companion.app.widgets.icon import Illustration
from companion.app.window.textures import suit_mask
from companion.app.window.theme import Colour, theme
from companion.pieces import Suit
from companion.table.sightings import Edge, Face, Point, Sightings
from companion.vision.camera_pose.table_view import TableView

THIN = 1 / 700
"""Width of the outlines in a picture without names, as a share of its own: they leave what they surround to be seen."""
WHOLE_PICTURE = 0.82
"""Share of the picture from which on dice may be thrown anywhere in view."""


class LivePicture(Widget):
    """The newest frame, as large as fits, with outlines, ranks, suits and values of what was read.

    Certain readings have a solid blue outline, uncertain ones a dashed amber one and a question mark.
    """

    area = ListProperty()
    """The outline of the play area, in pixels of a frame."""
    pointed_at = ListProperty()
    """The outlines of what players must look at, in pixels of a frame."""
    seats = DictProperty()
    """The player's name at each edge of the picture."""
    callback = ObjectProperty(None, allownone=True)
    """Called with the edge at which the picture is tapped."""
    has_picture = BooleanProperty(False)
    """Whether a frame was shown."""
    before = StringProperty("")
    """The illustration that is shown until there is a frame; empty for none."""
    named = BooleanProperty(True)
    """Whether names are drawn; a small picture has no room for them."""

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Texture | None = None
        self._pixels: NDArray[np.uint8] | None = None
        """The frame that is shown: it is reduced again once the widget gets another size."""
        self._upload_soon = Clock.create_trigger(lambda _seconds: self._upload(), -1)
        self._frame_size = (16, 9)
        self._placed: object = None
        """The size and place of the frame."""
        self._sightings: Sightings | None = None
        self._outlines = InstructionGroup()
        self._labels: list[tuple[float, float, float, float]] = []
        """The middle, width and height in pixels of each name that is drawn."""
        super().__init__(**kwargs)
        with self.canvas:
            # Nothing is drawn before there is a picture.
            self._ground = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        self.canvas.add(self._outlines)
        self.bind(pos=self._place, size=self._place)
        self.bind(named=self._draw, area=self._draw, seats=self._draw, pointed_at=self._draw)

    def on_before(self, *_: object) -> None:
        """Show the illustration."""
        shown = Illustration(name=self.before)
        self.add_widget(shown)
        self.bind(pos=shown.setter("pos"), size=shown.setter("size"))
        self.bind(has_picture=lambda _picture, has: setattr(shown, "opacity", 0 if has else 1))

    def on_touch_up(self, touch: Any) -> bool:
        """Report a tap as one at the nearest edge."""
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
        """Show a frame, BGR (height × width × 3)."""
        self._pixels, self._frame_size = pixels, (pixels.shape[1], pixels.shape[0])
        self.has_picture = True
        self._place()
        self._upload()

    def clear(self) -> None:
        """Show no frame, and keep none."""
        self._pixels, self._texture, self._picture.texture, self.has_picture = None, None, None, False
        self._ground.a, self.area = 0, []
        self.mark(None)

    def _upload(self) -> None:
        """Give the frame to the screen in the size in which it is drawn; more detail would only cost time."""
        if self._pixels is None or min(self.size) <= 1:
            return
        self._place()
        size = self._wanted_size()
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
            self._ground.a = 1
        self._texture.blit_buffer(np.ascontiguousarray(_reduced(self._pixels, size)).tobytes(), colorfmt="bgr")

    def _wanted_size(self) -> tuple[int, int]:
        (width, height), drawn = self._frame_size, self._picture.size
        return min(width, max(1, int(drawn[0]))), min(height, max(1, int(drawn[1])))

    def mark(self, sightings: Sightings | None) -> None:
        """Draw what was read, in pixels of the picture that was read; None for nothing yet."""
        if sightings != self._sightings:
            self._sightings = sightings
            self._draw()

    def on_screen(self, point: Point) -> Point:
        """Return the place on the screen of a point of the picture that was read."""
        wide, high = (self._sightings.width, self._sightings.height) if self._sightings else self._frame_size
        (x, y), (width, height) = self._picture.pos, self._picture.size
        return x + point[0] / wide * width, y + (1 - point[1] / high) * height

    def _place(self, *_: object) -> None:
        width, height = self._frame_size
        zoom = min(self.width / width, self.height / height)
        # Whole pixels of the window, so that the frame is shown as it was reduced.
        size = (round(width * zoom), round(height * zoom))
        left, bottom = self.center_x - size[0] / 2, self.center_y - size[1] / 2
        across, up = self.to_window(left, bottom)
        pos = (left + round(across) - across, bottom + round(up) - up)
        # The rectangle keeps its numbers less precisely, and would never be found in its place.
        if self._placed != (size, pos):
            self._placed = self._picture.size, self._picture.pos = size, pos
            self._draw()
            self._upload_soon()

    def _draw(self, *_: object) -> None:
        self._outlines.clear()
        self._labels = []
        read = (
            ()
            if self._sightings is None
            else (*self._throwing_hint(self._sightings), *self._cards(self._sightings), *self._dice(self._sightings))
        )
        for instruction in (*self._area(), *read, *self._pointers(), *self._seat_names()):
            self._outlines.add(instruction)

    def _area(self) -> Iterator[object]:
        if self.area:
            yield Color(*theme.accent)
            yield Line(points=[v for point in self.area for v in self.on_screen(point)], close=True, width=1.2)

    def _pointers(self) -> Iterator[object]:
        for outline in self.pointed_at:
            yield Color(*theme.loss)
            points = [value for corner in outline for value in self.on_screen(corner)]
            yield SmoothLine(points=points, close=True, width=5 * theme.unit)

    def _seat_names(self) -> Iterator[object]:
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

    def _throwing_hint(self, sightings: Sightings) -> Iterator[object]:
        if not (place := throwing_area(sightings) if self.named else ()):
            return
        yield Color(*_colour(False))
        yield from _outline([value for corner in place for value in self.on_screen(corner)], False, 1.6)
        middle = (sum(x for x, _ in place) / len(place), min(sightings.height - 20.0, max(y for _, y in place)))
        yield from self._name(words._("Throw dice here"), middle, False)

    def _cards(self, sightings: Sightings) -> Iterator[object]:
        for card in sightings.cards:
            outline = [value for corner in card.corners for value in self.on_screen(corner)]
            yield Color(*_colour(card.sure or card.face is Face.DOWN))
            yield from _outline(outline, card.sure or card.face is Face.DOWN, self._stroke())
            if self.named and card.face is Face.UP:
                # In the middle of the card's own top: its index and its picture stay in view.
                (left, upper), (right, lower) = card.corners[:2]
                rank, suits = ("", ()) if card.card is None else (card.card.rank.value, card.card.suits)
                yield from self._name(
                    _certain(rank, card.sure), ((left + right) / 2, (upper + lower) / 2), card.sure, suits
                )

    def _stroke(self) -> float:
        """Return the width of outlines in pixels."""
        return 1.6 * theme.unit if self.named else max(0.4, float(self._picture.size[0]) * THIN)

    def _dice(self, sightings: Sightings) -> Iterator[object]:
        for die in sightings.dice:
            x, y = self.on_screen(die.center)
            edge = self.on_screen((die.center[0] + max(die.across, 24.0) * 0.6, die.center[1]))
            yield Color(*_colour(die.sure))
            yield Line(circle=(x, y, edge[0] - x), width=self._stroke())
            if self.named:
                value = "" if die.value is None else str(die.value)
                yield from self._name(
                    _certain(value, die.sure), (die.center[0], die.center[1] - max(die.across, 24.0)), die.sure
                )

    def _name(self, text: str, at: Point, certain: bool, suits: Sequence[Suit] = ()) -> Iterator[object]:
        lettered = _lettered(text, round(theme.unit * 17))
        x, y = self.on_screen(at)
        width, height = lettered.width + len(suits) * lettered.height, lettered.height
        y = self._free_height(x, y, width + 8, height + 2)
        yield Color(*_colour(certain))
        yield Rectangle(pos=(x - width / 2 - 4, y - height / 2 - 1), size=(width + 8, height + 2))
        yield Color(*theme.on_accent)
        yield Rectangle(texture=lettered, pos=(x - width / 2, y - height / 2), size=lettered.size)
        for number, suit in enumerate(suits, 1):
            side = x + width / 2 - (len(suits) - number + 1) * height
            yield Rectangle(texture=suit_mask(suit), pos=(side, y - height / 2), size=(height, height))

    def _free_height(self, x: float, y: float, width: float, height: float) -> float:
        """Return the place of a name in pixels of height: as wanted, or below the names that are there already."""

        def covers(other: tuple[float, float, float, float]) -> bool:
            return abs(other[0] - x) < (other[2] + width) / 2 and abs(other[1] - y) < (other[3] + height) / 2

        while any(map(covers, self._labels)):
            y = min(other[1] - (other[3] + height) / 2 for other in self._labels if covers(other)) - 1
        self._labels.append((x, y, width, height))
        return y


def _reduced(pixels: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a picture in this size, by halves: the mean of any area in one step takes three times as long."""
    while pixels.shape[1] >= 2 * size[0] and pixels.shape[0] >= 2 * size[1]:
        pixels = np.asarray(cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def throwing_area(sightings: Sightings) -> tuple[Point, ...]:
    """Return the outline in pixels within which dice are read best; empty if that is the whole view, or unknown."""
    place = TableView.of(sightings.cards, sightings.width, sightings.height).for_dice
    inside = cv2.contourArea(np.array(place, np.float32)) if place else 0.0
    return place if 0 < inside < WHOLE_PICTURE * sightings.width * sightings.height else ()


def _certain(text: str, certain: bool) -> str:
    return text if certain and text else f"{text}?"


def _colour(certain: bool) -> Colour:
    return list(theme.seats[0] if certain else theme.accent)


def _outline(points: list[float], certain: bool, width: float) -> Iterator[object]:
    if certain:
        yield SmoothLine(points=points, close=True, width=width)
    else:
        yield Line(points=points, close=True, width=1.2, dash_length=8, dash_offset=5)


@lru_cache(maxsize=256)
def _lettered(text: str, height: int) -> Texture:
    lettering = Lettering(text=text, font_size=height, bold=True, color=(1, 1, 1, 1))
    lettering.refresh()
    return lettering.texture
