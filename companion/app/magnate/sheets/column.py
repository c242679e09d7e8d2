"""Corrects a column."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.app.widgets.card import CardTarget
from companion.app.widgets.deck_grid import DeckGrid
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.magnate.paying import price
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Suit, Tokens


class ColumnSheet(Sheet):
    """The column's cards from the district outwards; ``callback(column)`` gets the corrected column."""

    column = ObjectProperty(Column(), rebind=True)
    options = ObjectProperty()
    gone = ObjectProperty(frozenset())
    """Cards that lie in other columns."""
    chosen = NumericProperty(-1)
    deed_tokens = ObjectProperty(Tokens())
    callback = ObjectProperty(None, allownone=True)

    def on_kv_post(self, _base: Any) -> None:
        """Show the column."""
        self._lay(self.column)

    def add(self) -> None:
        """Show the deck; the card that is tapped becomes the outermost."""
        here = frozenset(card.kind for card in self.column.cards)
        self.grid = DeckGrid(gone=self.gone | here, courts=self.options.courts, callback=self._added)
        self.ids.card_area.clear_widgets()
        self.ids.card_area.add_widget(self.grid)

    def remove(self) -> None:
        """Remove the chosen card."""
        card = self.column.cards[int(self.chosen)]
        deed = self.column.deed
        self._lay(
            Column(
                tuple(one for one in self.column.properties if one != card),
                None if deed is None or deed.card == card else deed,
            )
        )

    def turn(self) -> None:
        """Turn the outermost card into a deed, or a deed into a property."""
        properties, deed = self.column.properties, self.column.deed
        if deed is not None:
            self._lay(Column((*properties, deed.card)))
        elif properties:
            self._lay(Column(properties[:-1], Deed(properties[-1])))

    def put(self, suit: Suit) -> None:
        """Add a token of this suit to the deed; a full deed starts again with none."""
        deed = self.column.deed
        if deed is not None:
            full = deed.tokens.total + 1 >= price(deed.card, self.options)
            tokens = Tokens() if full else deed.tokens + Tokens.of(suit)
            self._lay(Column(self.column.properties, Deed(deed.card, tokens, deed.preferred)))

    def done(self) -> None:
        """Pass the column to the callback."""
        if self.callback is not None:
            self.callback(self.column)

    def _added(self, card: Card) -> None:
        self._lay(Column((*self.column.cards, card)))

    def _lay(self, column: Column) -> None:
        self.column, self.chosen = column, -1
        self.deed_tokens = column.deed.tokens if column.deed is not None else Tokens()
        card_area = self.ids.card_area
        card_area.clear_widgets()
        self.cards = []
        for number, card in enumerate(column.cards):
            target = CardTarget(card=card, size_hint_max_x=theme.unit * 200)
            target.size_hint_max_y, target.pos_hint = theme.unit * 300, {"center_y": 0.5}
            target.bind(on_release=partial(self._choose, number))
            self.cards.append(target)
            card_area.add_widget(target)

    def _choose(self, number: int, _target: CardTarget) -> None:
        self.chosen = -1 if self.chosen == number else number
        for place, target in enumerate(self.cards):
            target.chosen = place == self.chosen


load_kv(__file__)
