"""Cards on the screen: the rank and suits large enough to be read across a table, the picture beside them."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app.kv_loader import load_kv
from companion.app.textures import PICTURE, card_picture, rank_mask
from companion.app.theme import Colour, theme
from companion.app.widgets.glyph import Glyph
from companion.app.widgets.pad import Target
from companion.app.widgets.text import Text
from companion.pieces import DECK

EXCUSE = DECK[0]


class Index(BoxLayout):
    """A card's rank and suits, as in its corner."""

    card = ObjectProperty(EXCUSE, rebind=True)
    colour = ListProperty(theme.on_paper)
    across = BooleanProperty(False)
    """Whether the suits stand beside the rank rather than under it."""
    ranked = BooleanProperty(True)
    """Whether the rank is shown too; a card without suits always shows it."""
    dark = BooleanProperty(False)
    """Whether it stands on the dark ground rather than on paper."""
    lettered = BooleanProperty(False)
    """Whether each suit's letter stands below its glyph."""
    rank_mask = staticmethod(rank_mask)

    def on_kv_post(self, _base: Any) -> None:
        self.bind(card=self._fill, dark=self._fill, lettered=self._fill)
        self._fill()

    def _fill(self, *_: object) -> None:
        colour = theme.suit_on_dark if self.dark else theme.suit_on_paper
        self.ids.suits.clear_widgets()
        for suit in self.card.suits:
            glyph = Glyph(suit=suit, colour=colour(suit))
            # A small letter in a suit's colour is lost on some grounds to some eyes.
            ink = theme.ink if self.dark else theme.on_paper
            self.ids.suits.add_widget(LetteredGlyph(glyph, ink) if self.lettered else glyph)


LETTER = 0.85
"""Share of a letter's box that it takes in pixels of its font."""


class LetteredGlyph(BoxLayout):
    """A suit's glyph over its letter."""

    def __init__(self, glyph: Glyph, ink: Colour, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", **kwargs)
        glyph.size_hint_y = 2.3
        letter = Text(text=glyph.suit.value, bold=True, color=ink)
        # As high as its box, which may be lower than usual letters are.
        letter.bind(height=lambda letter, height: setattr(letter, "font_size", height * LETTER))
        self.add_widget(glyph)
        self.add_widget(letter)


class Picture(Widget):
    """A card's picture, filling its box from the picture's middle."""

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
        wide, high = PICTURE
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
    """The side of its rank, in pixels."""
    lying = BooleanProperty(False)
    """Whether it is wider than high: then its suits stand beside the rank, and the picture below."""


class CardTarget(Target):
    """A whole card to tap."""

    card = ObjectProperty(EXCUSE, rebind=True)
    chosen = BooleanProperty(False)
    pale = BooleanProperty(False)


load_kv(__file__)
