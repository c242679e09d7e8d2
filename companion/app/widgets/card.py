"""Cards, suits' glyphs and dice, drawn."""

from collections.abc import Iterable, Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app.widgets.pad import RaisedTarget, Target
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import PICTURE_SIZE, card_picture, die_face_mask, die_mask, rank_mask, suit_mask
from companion.app.window.theme import Colour, theme
from companion.pieces import DECK, Suit


class DieFace(FloatLayout):
    """A d10, a d6, or a d6 that stands for a suit and shows it; value 0 is a die that is not rolled yet."""

    value = NumericProperty(0)
    kind = OptionProperty("d10", options=["d10", "d6", "suit"])
    side = NumericProperty(0)
    body = staticmethod(die_mask)
    face = staticmethod(die_face_mask)

    @staticmethod
    def suit_of(value: int) -> Suit:
        """Return the suit for the value of a d6."""
        return list(Suit)[(max(value, 1) - 1) % len(Suit)]


def lay_dice(box: Any, dice: Iterable[tuple[str, int]]) -> None:
    """Lay dice into a layout, each with its kind and its value, in place of others."""
    box.clear_widgets()
    for kind, value in dice:
        box.add_widget(DieFace(kind=kind, value=value))


class DieTarget(RaisedTarget):
    """A die that can be tapped."""

    value = NumericProperty(0)
    kind = OptionProperty("d10", options=["d10", "d6", "suit"])


class RollTarget(RaisedTarget):
    """A whole roll that can be tapped: the dice, then those rolled because of them."""

    def __init__(self, shown: Sequence[Sequence[int]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        every = (("suit" if number else "d10", value) for number, values in enumerate(shown) for value in values)
        lay_dice(self.ids.dice, every)


class Glyph(Widget):
    """The glyph of ``suit`` in ``colour``, as large as the shorter side."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    colour = ColorProperty(theme.ink)
    mask = staticmethod(suit_mask)


class TokenFace(Widget):
    """A token: a disc in the suit's colour with its glyph."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)


EXCUSE = DECK[0]


class Index(BoxLayout):
    """Rank and suits of a card, as in its corner."""

    card = ObjectProperty(EXCUSE, rebind=True)
    colour = ListProperty(theme.on_paper)
    across = BooleanProperty(False)
    """Whether the suits are to the right of the rank rather than below it."""
    ranked = BooleanProperty(True)
    """Whether the rank is shown; a card without suits always shows it."""
    dark = BooleanProperty(False)
    """Whether it is drawn on the dark background rather than on paper."""
    lettered = BooleanProperty(False)
    """Whether each suit's letter is shown below its glyph."""
    rank_mask = staticmethod(rank_mask)

    def on_kv_post(self, _base: Any) -> None:
        """Fill in the suits, and follow the properties."""
        self.bind(card=self._fill, dark=self._fill, lettered=self._fill)
        self._fill()

    def _fill(self, *_: object) -> None:
        colour = theme.suit_on_ground if self.dark else theme.suit_on_paper
        glyphs = [] if self.lettered else list(reversed(self.ids.suits.children))
        if glyphs and len(glyphs) == len(self.card.suits) and all(isinstance(glyph, Glyph) for glyph in glyphs):
            for glyph, suit in zip(glyphs, self.card.suits, strict=True):
                glyph.suit, glyph.colour = suit, colour(suit)
            return
        self.ids.suits.clear_widgets()
        for suit in self.card.suits:
            glyph = Glyph(suit=suit, colour=colour(suit))
            # Letters are small: in a suit's colour not everybody can read them on every background.
            ink = theme.ink if self.dark else theme.on_paper
            self.ids.suits.add_widget(_lettered(glyph, ink) if self.lettered else glyph)


LETTER_HEIGHT = 0.85
"""Height of a letter, as a share of its box."""


def _lettered(glyph: Glyph, ink: Colour) -> BoxLayout:
    """Return a suit's glyph over its letter."""
    box, letter = BoxLayout(orientation="vertical"), Text(text=glyph.suit.value, bold=True, color=ink)
    # As high as its box, which may be lower than usual letters are.
    letter.bind(height=lambda letter, height: setattr(letter, "font_size", height * LETTER_HEIGHT))
    glyph.size_hint_y = 2.3
    box.add_widget(glyph)
    box.add_widget(letter)
    return box


class CardPicture(Widget):
    """A card's picture, filling its box from the middle of the picture."""

    card = ObjectProperty(EXCUSE)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._box = Rectangle(texture=card_picture(self.card))
        self.bind(card=self._show, pos=self._show, size=self._show)

    def _show(self, *_: object) -> None:
        if min(self.size) <= 0:
            return
        wide, high = PICTURE_SIZE
        scale = max(self.width / wide, self.height / high)
        across, down = self.width / scale / wide / 2, self.height / scale / high / 2
        left, right, top, bottom = 0.5 - across, 0.5 + across, 0.5 - down, 0.5 + down
        self._box.texture = card_picture(self.card)
        self._box.tex_coords = (left, bottom, right, bottom, right, top, left, top)
        self._box.pos, self._box.size = self.pos, self.size


class CardFace(FloatLayout):
    """A whole card."""

    card = ObjectProperty(EXCUSE, rebind=True)
    dimmed = BooleanProperty(False)
    pale = BooleanProperty(False)
    short = NumericProperty(0)
    """Side of its rank in pixels."""
    is_wide = BooleanProperty(False)
    """Whether it is wider than high: its suits are then to the right of the rank."""


class CardTarget(Target):
    """A whole card that can be tapped."""

    card = ObjectProperty(EXCUSE, rebind=True)
    chosen = BooleanProperty(False)
    pale = BooleanProperty(False)


load_kv(__file__)
