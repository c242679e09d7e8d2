"""What one taps."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.relativelayout import RelativeLayout

from companion.app.kv_loader import load_kv
from companion.app.theme import Colour, theme

SMALLEST = 11
"""Units of the smallest lettering."""
WIDE = 1.62
"""Pixels of lettering for each pixel of a letter's width, margins included."""


class Target(ButtonBehavior, RelativeLayout):
    """Anything that answers a tap: never smaller than the theme's smallest target."""

    def on_touch_down(self, touch: Any) -> bool:
        """One that is disabled takes the taps on itself; Kivy's own compares them with where it lies in its parent,
        though they are within it by then, and took those on others."""
        if self.disabled:
            return bool(self.collide_point(*touch.pos))
        return bool(super().on_touch_down(touch))


class Pad(Target):
    """A button: a word, an icon above it, or both. ``tone`` says how much it asks to be tapped."""

    text = StringProperty("")
    icon = StringProperty("")
    units = NumericProperty(22)
    tone = OptionProperty("plain", options=["plain", "main", "bare"])
    chosen = BooleanProperty(False)
    icon_left = BooleanProperty(False)
    """Whether the icon stands left of the word."""
    pale = BooleanProperty(False)
    """Drawn as what cannot be done now; a tap still says why."""
    ground = ColorProperty(theme.raised)
    ink = ColorProperty(theme.ink)

    @staticmethod
    def fitting(text: str, width: float, unit: float, units: float) -> float:
        """Pixels of lettering below an icon: as asked for, or as small as one line needs."""
        return max(unit * SMALLEST, min(unit * units, WIDE * width / max(1, len(text))))

    def ground_now(self, state: str, tone: str, chosen: bool, pale: bool) -> Colour:
        if pale:
            return theme.panel
        if tone == "main" or chosen:
            return theme.ink if state == "down" else theme.accent
        if state == "down":
            return theme.pressed
        return [0, 0, 0, 0] if tone == "bare" else theme.raised

    def ink_now(self, tone: str, chosen: bool, pale: bool) -> Colour:
        if pale:
            return theme.edge
        return theme.on_accent if tone == "main" or chosen else theme.ink


load_kv(__file__)
