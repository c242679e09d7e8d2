"""The tray that picks a card of the deck."""

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty

from companion.app.widgets.card import CardTarget
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.pieces import DECK, Card, Rank, Suit

_LEAST_ROWS = 3
"""Rows that the filter by suits takes beside the cards."""
DEFAULT_WIDTH = 100
"""Width that Kivy gives a widget before its first layout, in pixels."""


def usual_cards(courts: bool) -> tuple[Card, ...]:
    """Return the cards that can be in a hand."""
    return tuple(card for card in DECK if card.is_property and (courts or card.rank is not Rank.COURT))


class CardSheet(TraySheet):
    """The properties that can be in a hand, dimmed where one cannot be chosen; ``callback(card)`` gets what is tapped.

    ``drag_callback(card, place)`` gets one that is dragged out of them, and the place in the window of its drop.
    """

    is_choice = True
    gone = ObjectProperty(frozenset())
    """Cards that lie on the table."""
    courts = BooleanProperty(False)
    pale = ObjectProperty(frozenset())
    """Cards that can only be sold."""
    prepared = ObjectProperty({})
    """Targets of cards that were made before, by card; they are used up."""
    suits = ListProperty()
    """Only cards with all of these suits are offered."""
    callback = ObjectProperty()
    drag_callback = ObjectProperty()
    card_rows = NumericProperty(3)
    """Rows of cards: as few as the width allows."""
    close_pad: Pad | None = None
    """After the cards, if it takes no further row."""

    def on_kv_post(self, _base: Any) -> None:
        """Fill the grid, and follow its properties."""
        theme.bind(portrait=self._lay_out, target=self._lay_out)
        self.ids.cards.bind(width=self._lay_out)
        self.bind(gone=self._offer, pale=self._offer, suits=self._offer, courts=self._fill)
        self._fill()

    def filter(self, suit: Suit) -> None:
        """Filter by this suit too, or no longer; of three suits the first is dropped."""
        kept = [one for one in self.suits if one is not suit]
        self.suits = kept if suit in self.suits else [*kept, suit][-2:]

    def _fill(self, *_: object) -> None:
        grid = self.ids.cards
        grid.clear_widgets()
        offered = usual_cards(self.courts)
        self.targets = {card: self.prepared.pop(card, None) or CardTarget(card=card) for card in offered}
        for card, target in self.targets.items():
            target.bind(on_release=partial(self._tapped, card), on_touch_up=partial(self._dropped, card))
            grid.add_widget(target)
        self.close_pad = None
        self._lay_out()
        self._offer()

    def _lay_out(self, *_: object) -> None:
        grid, number, gap = self.ids.cards, len(self.targets), theme.unit * 4
        columns = max(1, int((grid.width + gap) // (theme.target + gap)))
        if grid.width > DEFAULT_WIDTH:
            self.card_rows = max(_LEAST_ROWS, -(-number // columns))
        grid.rows = self.card_rows
        closable = number < self.card_rows * columns
        if closable and self.close_pad is None:
            self.close_pad = Pad(icon="close", tone="bare")
            self.close_pad.bind(on_release=lambda _pad: self.close())
            grid.add_widget(self.close_pad)
        elif not closable and self.close_pad is not None:
            grid.remove_widget(self.close_pad)
            self.close_pad = None

    def _offer(self, *_: object) -> None:
        for card, target in self.targets.items():
            target.pale = card in self.pale
            target.disabled = card in self.gone or not set(self.suits) <= set(card.suits)

    def _tapped(self, card: Card, _target: CardTarget) -> None:
        self.callback(card)

    def _dropped(self, card: Card, target: CardTarget, touch: Any) -> None:
        if touch.grab_current is target and not target.collide_point(*touch.pos):
            self.drag_callback(card, target.to_window(*touch.pos))


load_kv(__file__)
