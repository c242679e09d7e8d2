"""A column of a table: its cards from the middle outwards, and what is begun at its end."""

from typing import Any

from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.app.painters.spots import Offered, SpotView
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import suit_mask
from companion.app.window.theme import theme
from companion.games.view import Kind, Spot

_MAX_BAND_HEIGHT = 62
"""Maximum height of a card's band in usual letters, in units of the theme."""
_BAND_WIDTH = 0.94
"""Width of a band as a share of the column."""
_MIN_BAND_HEIGHT = 22
"""Height below which bands next to the middle become edges, in units of the theme."""
_EDGES_YIELD = 0.6
"""Share of that height from which on the last bands take the space of the edges, too."""
_EDGE_HEIGHT = 4
"""Height of the edge of a card that is covered, in units of the theme."""


class PropertyBand(FloatLayout):
    """A card, shown as the band that stays visible in a column."""

    card = ObjectProperty(EXCUSE, rebind=True)
    pays = BooleanProperty(False)
    """Whether this turn's roll made it pay."""
    covered = BooleanProperty(False)
    """Whether only its edge is shown, for want of space."""
    rank_size = NumericProperty(0)
    """Pixels of its rank: as high as the band allows, and never wider than the column."""


class BegunBand(FloatLayout):
    """What is begun: its index, and a place for each token of its price."""

    card = ObjectProperty(EXCUSE, rebind=True)
    pays = BooleanProperty(False)
    placed = ListProperty()
    """The suit of each token lying on it."""
    price = NumericProperty(0)
    rank_size = NumericProperty(0)
    flat = BooleanProperty(False)
    """Whether all is written in one line, its tokens in numbers alone."""
    line = NumericProperty(0)
    """Pixels of height that its index and its count take."""
    counted = NumericProperty(0)
    """Pixels of width that its count takes."""


class Pips(FloatLayout):
    """A row of places for tokens, filled from the left."""

    placed = ListProperty()
    price = NumericProperty(0)

    def on_kv_post(self, _base: Any) -> None:
        """Draw again after every change."""
        self.bind(placed=self._draw, price=self._draw, pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.price:
            return
        step = self.width / self.price
        side = min(step * 0.82, self.height)
        with self.canvas:
            for place in range(int(self.price)):
                x, y = self.x + step * place, self.center_y - side / 2
                if place < len(self.placed):
                    Color(*theme.suit_on_ground(self.placed[place]))
                    SmoothEllipse(pos=(x, y), size=(side, side))
                    Color(*theme.on_token)
                    glyph = side * 0.7
                    Rectangle(
                        texture=suit_mask(self.placed[place]),
                        pos=(x + (side - glyph) / 2, y + (side - glyph) / 2),
                        size=(glyph, glyph),
                    )
                else:
                    Color(*theme.edge)
                    SmoothLine(circle=(x + side / 2, self.center_y, side / 2 - 1), width=max(1.0, theme.unit))


class ColumnNote(Text):
    """What may be laid in an empty column."""


class ColumnView(SpotView, HalfTurn):
    """The column of a seat, which grows away from the middle; ``upwards`` if the middle is below it."""

    upwards = BooleanProperty(False)

    def paint(self, spot: Spot) -> None:
        """Lay the cards, the last one outermost; below them what is begun, with the tokens on it."""
        self.clear_widgets()
        for piece in spot.pieces:
            self.add_widget(PropertyBand(card=piece.shows, pays=piece.marked, size_hint=(None, None)))
        for begun in spot.spots:
            card, *tokens = begun.pieces
            placed = [one.shows for one in tokens if one.kind is Kind.TOKEN for _ in range(one.count)]
            band = BegunBand(card=card.shows, pays=card.marked, placed=placed, price=begun.of, size_hint=(None, None))
            self.add_widget(band)
        if spot.note is not None:
            self.add_widget(ColumnNote(text=self.note, size_hint=(None, None)))
        self._place()

    def offer(self, offered: Offered) -> None:
        """Take a tap for what is begun here, or else for the column; the place around it glows."""
        self.answers = next((one.id for one in self.spot.spots if one.id in offered.acting), self.spot.id)
        self.acts = self.answers in offered.acting

    def on_size(self, *_: object) -> None:
        """Place the bands again."""
        self._place()

    def on_upwards(self, *_: object) -> None:
        """Place the bands again."""
        self._place()

    def _place(self, *_: object) -> None:
        bands = list(reversed(self.children))
        if not bands:
            return
        unit, gap = theme.unit, theme.unit * 4
        # The last cards are always readable: the next card is laid on the last property, tokens on what is begun.
        always = 1 + (len(bands) > 1 and isinstance(bands[-1], BegunBand))
        whole = min(len(bands), max(always, int((self.height - gap) / (_MIN_BAND_HEIGHT * unit + gap))))
        edges = len(bands) - whole
        step = (_EDGE_HEIGHT + 1) * unit if edges else 0.0
        height = min(_MAX_BAND_HEIGHT * unit * theme.lettering, (self.height - gap - edges * step) / whole - gap)
        if height < _MIN_BAND_HEIGHT * unit * _EDGES_YIELD:
            step, height = 0.0, (self.height - gap) / whole - gap
        from_district = gap
        for number, band in enumerate(bands):
            covered = number < edges
            if isinstance(band, PropertyBand):
                band.covered, band.opacity = covered, 1 if step or not covered else 0
            band.size = (self.width * _BAND_WIDTH, _EDGE_HEIGHT * unit if covered else max(unit, height))
            band.x = (self.width - band.width) / 2
            band.y = from_district if self.upwards else self.height - from_district - band.height
            from_district += step if covered else height + gap


load_kv(__file__)
