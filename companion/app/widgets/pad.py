"""What one taps."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.relativelayout import RelativeLayout

from companion.app.kv import load_beside
from companion.app.theme import Colour, theme


class Target(ButtonBehavior, RelativeLayout):
    """Anything that answers a tap: never smaller than the theme's smallest target."""


class Pad(Target):
    """A button: a word, an icon above it, or both. ``tone`` says how much it asks to be tapped."""

    text = StringProperty("")
    icon = StringProperty("")
    units = NumericProperty(22)
    tone = OptionProperty("plain", options=["plain", "main", "bare"])
    chosen = BooleanProperty(False)
    beside = BooleanProperty(False)
    """Whether the icon stands left of the word."""
    pale = BooleanProperty(False)
    """Drawn as what cannot be done now; a tap still says why."""
    ground = ColorProperty(theme.raised)
    ink = ColorProperty(theme.ink)

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


load_beside(__file__)
