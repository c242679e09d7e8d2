"""Curves of a game, and bars of rolled faces."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.i18n import words
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import Colour, theme
from companion.games.figures import Panel
from companion.rolls.honesty import Fairness, Honesty

BAND_ALPHA = 0.3
"""Opacity of the band of usual numbers."""


class FaceBars(BoxLayout):
    """A bar for each face, with a line at the expected number and the band around it.

    Args:
        dice: The figures.
        **kwargs: Properties of the widget.
    """

    title = StringProperty("")

    def __init__(self, dice: Honesty, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dice = dice
        for face, count in enumerate(dice.counts, 1):
            self.ids.faces.add_widget(Text(text=str(face), bold=True, units=18))
            self.ids.counts.add_widget(Text(text=str(count), color=theme.quiet, units=16))
        soon = Clock.create_trigger(self._draw, -1)
        self.ids.field.bind(pos=soon, size=soon)
        soon()

    def _draw(self, *_: object) -> None:
        field, dice = self.ids.field, self.dice
        (low, high), too_few = dice.band, dice.verdict is Fairness.TOO_FEW
        scale = field.height / max(1.0, *dice.counts, high)
        pitch = field.width / len(dice.counts)
        field.canvas.clear()
        with field.canvas:
            Color(*theme.edge[:3], BAND_ALPHA)
            Rectangle(pos=(field.x, field.y + low * scale), size=(field.width, (high - low) * scale))
            for place, count in enumerate(dice.counts):
                Color(*(theme.seats[0] if low <= count <= high or too_few else theme.accent))
                Rectangle(pos=(field.x + pitch * (place + 0.2), field.y), size=(pitch * 0.6, count * scale))
            Color(*theme.ink)
            expected = field.y + dice.expected * scale
            Line(points=[field.x, expected, field.right, expected], width=1.2)


Point = tuple[float, float]

DASHES = ((1, 0), (9, 5), (2, 4))
"""Lengths of stroke and gap, which distinguish curves of one seat's colour."""
MARKS = dict(zip(DASHES, ("—", "– –", "···"), strict=True))


class Curves(BoxLayout):
    """One panel with the names of its curves.

    Args:
        panel: The curves.
        turns: The numbers of the turns.
        seats: The number of seats; a curve has the colour of its place among as many.
        **kwargs: Properties of the widget.
    """

    named = BooleanProperty(True)
    """Whether the names of the curves stand beside them."""
    across = StringProperty("")
    """What the numbers below the curves count; turns if it is empty."""
    callback = ObjectProperty(None, allownone=True)
    """Called with the number of the turn whose place is tapped."""

    def __init__(self, panel: Panel, turns: Sequence[int], seats: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seats = seats
        self._soon = Clock.create_trigger(self._draw, -1)
        self.ids.field.bind(pos=self._soon, size=self._soon)
        self.show(panel, turns)

    def show(self, panel: Panel, turns: Sequence[int]) -> None:
        """Show other values, for example those of a later turn."""
        self.panel, self.turns = panel, turns
        self.lines: list[list[Point]] = []
        """The points of each curve on the screen."""
        values = [value for curve in panel.curves for value in curve.values]
        self.least, self.most = min([0.0, *values]), max([1.0, *values])
        self.ids.what.text = words.head(panel.what)
        self.ids.most.text, self.ids.least.text = f"{self.most:.3g}", f"{self.least:.3g}"
        if turns:
            self.ids.first_turn.text, self.ids.last_turn.text = str(turns[0]), str(turns[-1])
        if self.named:
            self._name_curves()
        self._soon()

    def _name_curves(self) -> None:
        self.ids.names.clear_widgets()
        for number, curve in enumerate(self.panel.curves):
            name = Text(
                text=f"{MARKS[self._dash(number)]} {words.say(curve.name)}",
                color=self._colour(number),
                units=18,
                halign="left",
            )
            self.ids.names.add_widget(name)

    def on_touch_up(self, touch: Any) -> bool:
        """Report a tap as one on the nearest turn."""
        field = self.ids.field
        if self.callback is None or not self.turns or not field.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return bool(super().on_touch_up(touch))
        across = (touch.x - field.x) / max(1, field.width)
        self.callback(self.turns[round(across * (len(self.turns) - 1))])
        return True

    def _colour(self, number: int) -> Colour:
        return theme.seats[number % self._seats % len(theme.seats)]

    def _dash(self, number: int) -> tuple[int, int]:
        return DASHES[number // self._seats % len(DASHES)]

    def _draw(self, *_: object) -> None:
        field = self.ids.field
        field.canvas.clear()
        self.lines = [[self._at(turn, value) for turn, value in enumerate(c.values)] for c in self.panel.curves]
        with field.canvas:
            Color(*theme.edge)
            base = self._at(0, 0.0)[1]
            Line(points=[field.x, base, field.right, base], width=1)
            for number, line in enumerate(self.lines):
                Color(*self._colour(number))
                for stroke in _strokes(line, self._dash(number)):
                    Line(points=stroke, width=1.6 * theme.unit)

    def _at(self, turn: int, value: float) -> Point:
        field = self.ids.field
        across = turn / max(1, len(self.turns) - 1)
        return field.x + across * field.width, field.y + (value - self.least) / (self.most - self.least) * field.height


def _strokes(line: Sequence[Point], dash: tuple[int, int]) -> list[list[float]]:
    """Return the line whole, or its dashes."""
    stroke, gap = dash
    if not gap:
        return [[part for point in line for part in point]]
    pieces = []
    for start, end in pairwise(line):
        steps = max(1, round(max(abs(end[0] - start[0]), abs(end[1] - start[1])) / (stroke + gap)))
        for step in range(steps):
            here, there = step / steps, (step + stroke / (stroke + gap)) / steps
            pieces.append([_between(start, end, share)[axis] for share in (here, there) for axis in (0, 1)])
    return pieces


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


load_kv(__file__)
