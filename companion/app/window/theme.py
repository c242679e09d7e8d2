"""Colours, sizes and fonts of the app.

A table is read from both ends: high contrast, large figures, nothing that glares. Colours are RGBA from 0 to 1.
"""

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.utils import get_color_from_hex

from companion.app.window.broadcaster import Broadcaster
from companion.app.window.environment import DESIGN_SIZE
from companion.pieces import Suit
from companion.themes import NAMES, ON_GROUND, ON_PAPER, SEATS, THEMES

Colour = list[float]

TINT = 0.1
"""Share of a seat's colour in the background of its half; more would lower the contrast of text on it."""
SMALLEST_TARGET_DP = 48
"""Smallest width and height of a target in dp, whatever the window: what Android's guidelines ask for."""
TARGET_UNITS = 72
"""Width and height of a target in units of the design, which is larger on most tablets."""


class Theme(Broadcaster):
    """The current theme, and the scale of the current window."""

    unit = NumericProperty(1.0)
    """Pixels of one unit of the 1280 × 800 design."""
    target = NumericProperty(72.0)
    """Width and height of the smallest target, in pixels."""

    ground: Colour
    panel: Colour
    raised: Colour
    pressed: Colour
    outline: Colour
    """Around what can be tapped: 3:1 on every background (WCAG 1.4.11)."""
    edge: Colour
    ink: Colour
    quiet: Colour
    accent: Colour
    on_accent: Colour
    gain: Colour
    loss: Colour
    paper: Colour
    on_paper: Colour
    die: Colour
    die_face: Colour
    shade: Colour
    on_token: Colour
    seats: tuple[Colour, ...]
    name: str
    """One of :data:`companion.themes.NAMES`."""

    lettering = NumericProperty(1.0)
    """How much larger letters are than in the design, if there is room."""
    portrait = BooleanProperty(False)
    """Whether the window is higher than wide."""
    compact = BooleanProperty(False)
    """Whether targets take more of the window than in the design; other widgets then shrink."""

    def __init__(self) -> None:
        super().__init__()
        usual = next(iter(NAMES))
        for colour in THEMES[usual]:
            setattr(self, colour, [])
        self.name = ""
        self.use(usual)

    def use(self, name: str) -> None:
        """Use the colours of this theme; widgets drawn before keep theirs."""
        self.name = name
        for colour, code in THEMES[name].items():
            # In place, for whoever named the colour as the usual one.
            getattr(self, colour)[:] = get_color_from_hex(code)
        self.seats = tuple(get_color_from_hex(code) for code in SEATS[name])

    def suit_on_ground(self, suit: Suit) -> Colour:
        """Return a suit's colour on the background."""
        return list(get_color_from_hex(ON_GROUND[self.name][suit]))

    def suit_on_paper(self, suit: Suit) -> Colour:
        """Return a suit's colour on paper."""
        return list(get_color_from_hex(ON_PAPER[suit]))

    def seat_ground(self, seat: int) -> Colour:
        """Return the panel's colour with a little of the seat's, for the current player's half."""
        own = self.seats[seat % len(self.seats)]
        return [part * (1 - TINT) + tint * TINT for part, tint in zip(self.panel[:3], own[:3], strict=True)] + [1.0]

    def fit(self, width: float, height: float) -> None:
        """Scale the design to a window of this many pixels."""
        self.portrait = height > width
        longer, shorter = max(DESIGN_SIZE), min(DESIGN_SIZE)
        design = (shorter, longer) if self.portrait else (longer, shorter)
        self.unit = min(width / design[0], height / design[1])
        self.target = max(dp(SMALLEST_TARGET_DP), TARGET_UNITS * self.unit)
        self.compact = self.target > TARGET_UNITS * self.unit * 1.1


theme = Theme()
