"""Adds tokens to a deed (B27–B31)."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import DictProperty, ListProperty, NumericProperty, ObjectProperty

from companion.app.texts.i18n import words
from companion.app.widgets.card import CardTarget
from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.moves import AddToDeed
from companion.games.magnate.paying import price
from companion.games.magnate.state import Deed
from companion.pieces import Suit, Tokens


class AddToDeedSheet(TraySheet):
    """The player's deeds; each tap on a token adds it to the chosen deed."""

    is_choice = True
    table = ObjectProperty()
    place = NumericProperty(None, allownone=True)
    added = ObjectProperty(Tokens(), rebind=True)
    held = ObjectProperty(Tokens())
    price = NumericProperty(0)
    suits = ObjectProperty(())
    placed = ListProperty()
    deeds = DictProperty()
    """The player's deeds by district."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        state = self.table.state
        self.deeds = dict(state.deeds(state.player))
        self.targets = {place: CardTarget(card=deed.card) for place, deed in self.deeds.items()}
        for place, target in self.targets.items():
            target.bind(on_release=partial(self._choose, place))
            self.ids.deeds.add_widget(target)
        if self.deeds:
            self._choose(self.place if self.place in self.deeds else next(iter(self.deeds)))
        else:
            self.notice = words._("You have no deed to add tokens to.")

    @property
    def deed(self) -> Deed:
        """The chosen deed."""
        deed: Deed = self.deeds[self.place]
        return deed

    def add(self, suit: Suit) -> None:
        """Add a token of this suit, or show why it cannot be added."""
        state = self.table.state
        more = self.added + Tokens.of(suit)
        if not state.tokens[state.player].covers(more):
            self.notice = words._("No {suit} left to add.").format(suit=words.say(suit.wording()))
        elif self.deed.tokens.total + more.total > self.price:
            self.notice = words._("This deed is complete with {price}.").format(price=int(self.price))
        else:
            self._lay(more)

    def start_over(self) -> None:
        """Take the added tokens back."""
        self._lay(Tokens())

    def put(self) -> None:
        """Propose the move, and close the sheet if it is taken."""
        if self.table.propose(
            AddToDeed(self.table.state.player, self.deed.card, self.added), seat=self.table.state.player
        ):
            self.close()

    def correct(self) -> None:
        """Open the correction of the chosen deed's column."""
        self.table.open_correction(int(self.place), self.table.state.player)

    def _choose(self, place: int, _target: CardTarget | None = None) -> None:
        state = self.table.state
        self.place = place
        self.suits = self.deed.card.suits
        self.price = price(self.deed.card, state.options)
        for other, target in self.targets.items():
            target.chosen = other == place
        self._lay(Tokens())

    def _lay(self, added: Tokens) -> None:
        self.notice = ""
        self.added = added
        state = self.table.state
        self.held = state.tokens[state.player] - added
        self.placed = [suit for suit, count in (self.deed.tokens + added).items() for _ in range(count)]


load_kv(__file__)
