"""How often each face of a kind of die was rolled, as bars."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
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


load_kv(__file__)
