"""Colours, sizes and fonts: every number that makes the app look as it does.

A dark room and a table read from both ends: high contrast, large figures, nothing that glares.
Colours are RGBA from 0 to 1.
"""

from __future__ import annotations

from kivy.event import EventDispatcher
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.utils import get_color_from_hex

from companion.app.environment import DESIGN_SIZE
from companion.artwork.palette import SUIT_INKS
from companion.pieces import Suit

Colour = list[float]

SMALLEST_TARGET_DP = 72
"""No target is smaller than this in either direction, whatever the window."""


class Theme(EventDispatcher):
    """The look, and how large it is drawn in the window at hand."""

    unit = NumericProperty(1.0)
    """Pixels for one unit of the 1280 × 800 design."""
    target = NumericProperty(72.0)
    """Pixels of the smallest target."""

    ground = get_color_from_hex("#11171a")
    panel = get_color_from_hex("#1a2226")
    raised = get_color_from_hex("#27333a")
    pressed = get_color_from_hex("#38474f")
    edge = get_color_from_hex("#3d4c54")
    ink = get_color_from_hex("#f4eee0")
    quiet = get_color_from_hex("#b0bab6")
    accent = get_color_from_hex("#f2bd56")
    on_accent = get_color_from_hex("#1a1508")
    gain = get_color_from_hex("#8fdcae")
    loss = get_color_from_hex("#ff9d7e")
    paper = get_color_from_hex("#f3ecdb")
    on_paper = get_color_from_hex("#20211f")
    die = get_color_from_hex("#e7dcc2")
    die_face = get_color_from_hex("#fbf5e4")
    shade = get_color_from_hex("#0b0f11e6")
    seats = tuple(get_color_from_hex(code) for code in ("#6fb3d8", "#e3a36b", "#a9c77e", "#c79be0"))
    """One quiet colour a seat, told apart by position and name first."""

    on_token = get_color_from_hex("#14181a")

    @staticmethod
    def suit_on_dark(suit: Suit) -> Colour:
        return list(get_color_from_hex(SUIT_INKS[suit].on_dark))

    @staticmethod
    def suit_on_paper(suit: Suit) -> Colour:
        return list(get_color_from_hex(SUIT_INKS[suit].on_paper))

    def fit(self, width: float, height: float) -> None:
        """Scales the design to a window of this many pixels."""
        self.unit = min(width / DESIGN_SIZE[0], height / DESIGN_SIZE[1])
        self.target = max(dp(SMALLEST_TARGET_DP), SMALLEST_TARGET_DP * self.unit)


theme = Theme()
