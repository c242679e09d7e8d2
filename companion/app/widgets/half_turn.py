"""Parts of the screen with a ground of their own, and those that can be turned to the player at the far side."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty
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


class HalfTurn(Filled):
    """Draws its children turned by 180° about its centre while ``turned``; touches follow."""

    turned = BooleanProperty(False)

    def to_local(self, x: float, y: float, **kwargs: Any) -> tuple[float, float]:
        """Convert the parent's coordinates to the children's."""
        local: tuple[float, float] = super().to_local(x, y, **kwargs)
        return self._about_centre(*local)

    def to_parent(self, x: float, y: float, **kwargs: Any) -> tuple[float, float]:
        """Convert the children's coordinates to the parent's."""
        parent: tuple[float, float] = super().to_parent(*self._about_centre(x, y), **kwargs)
        return parent

    def _about_centre(self, x: float, y: float) -> tuple[float, float]:
        return (self.width - x, self.height - y) if self.turned else (x, y)


load_kv(__file__)
