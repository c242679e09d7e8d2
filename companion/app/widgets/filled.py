"""A part of the screen with a ground of its own."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


class Filled(RelativeLayout):
    """Has a ground with round corners and a line around it, each if its colour is not transparent."""

    fill = ColorProperty((0, 0, 0, 0))
    outline = ColorProperty((0, 0, 0, 0))
    outline_units = NumericProperty(1.6)
    """Width of the line, in units."""
    rounding = NumericProperty(14)
    """Radius of the corners, in units."""
    canvas: Any

    def __init__(self, **kwargs: Any) -> None:
        self._drawn_outline = InstructionGroup()
        super().__init__(**kwargs)
        # Below its children, behind what every RelativeLayout has before them.
        self.canvas.insert(1, self._drawn_outline)
        soon = Clock.create_trigger(self._draw_outline, -1)
        self.bind(outline=soon, outline_units=soon, rounding=soon, size=soon)
        soon()

    def _draw_outline(self, *_: object) -> None:
        """Draw the line if it is wanted: one that is transparent would cost as much as one that is not."""
        self._drawn_outline.clear()
        if self.outline[3]:
            inset = max(1, int(self.outline_units))
            place = inset, inset, max(1, self.width - 2 * inset), max(1, self.height - 2 * inset)
            self._drawn_outline.add(Color(*self.outline))
            rectangle = (*place, theme.unit * self.rounding)
            self._drawn_outline.add(SmoothLine(rounded_rectangle=rectangle, width=theme.unit * self.outline_units))


load_kv(__file__)
