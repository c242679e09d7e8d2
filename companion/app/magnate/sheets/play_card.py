"""Plays a card: how it is used, and on which district (B17–B26, B32)."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, OptionProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.texts.i18n import words
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.games.errors import IllegalMove
from companion.games.magnate.moves import BuyDeed, Develop, Move, Sell, legal_plays
from companion.games.magnate.paying import deed_price, price, sale_income
from companion.games.magnate.payment_proposals import payment_for, shift_payment
from companion.games.magnate.placing import automa_places, check_place, places
from companion.games.magnate.preview import preview_now
from companion.games.magnate.warnings import warnings
from companion.pieces import Suit, Tokens


class CardUse(BoxLayout):
    """One use of the card, with its cost or its yield."""


class PlayCardSheet(TraySheet):
    """The chosen card and its three uses; the districts that it fits are marked on the board.

    The payment is proposed. A tap on one of its tokens pays one more of that suit and one less of another. A tap on a
    district makes the move.
    """

    is_choice = True
    table = ObjectProperty()
    card = ObjectProperty(EXCUSE, rebind=True)
    way = OptionProperty("develop", options=["develop", "deed", "sell"])
    payment = ObjectProperty(Tokens())
    affordable = BooleanProperty(False)
    can_develop = BooleanProperty(False)
    can_buy = BooleanProperty(False)
    """Whether it can be bought as a deed on some district."""
    to_automa = BooleanProperty(False)
    """Whether the automa gets a sold card, on a district to be chosen (D3)."""
    deed_price = ObjectProperty(Tokens())
    sale_income = ObjectProperty(Tokens())
    flat = BooleanProperty(False)
    """Whether everything is shown in one line."""
    hints = ListProperty()
    """What would follow, by district; empty if the card cannot go there."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        state = self.table.state
        cost, purse = price(self.card, state.options), state.tokens[state.player]
        proposed = payment_for(self.card, cost, purse)
        self.affordable = proposed is not None
        self.payment = proposed or self._minimum_payment(cost)
        self.deed_price, self.sale_income = deed_price(self.card, state.options), sale_income(self.card)
        legal = places(state, state.player, self.card)
        self.to_automa = bool(automa_places(state, self.card))
        plays = [one.move for one in legal_plays(state, state.player, self.card)]
        self.can_develop, self.can_buy = (any(isinstance(one, kind) for one in plays) for kind in (Develop, BuyDeed))
        self.way = "develop" if self.can_develop or not self.can_buy else "deed"
        self.bind(way=self.update_hints, payment=self.update_hints)
        self.update_hints()
        if not legal:
            self.notice = words._("It fits in no district. You can only sell it.")

    def on_parent(self, _tray: Any, parent: Any) -> None:
        """Show the hints on the board while the sheet is open."""
        if parent is None:
            words.unbind(language=self.update_hints)
            self.table.choose_place(None, ())
        else:
            words.bind(language=self.update_hints)
            self.update_hints()

    def update_hints(self, *_: object) -> None:
        """Show on the board what would follow on each district."""
        self.hints = [self._preview(self.way, place) or "" for place in range(len(self.table.state.districts))]
        if self.parent is not None:
            self.table.choose_place(self.choose, self.hints, self._seat)

    def shift(self, suit: Suit) -> None:
        """Pay one token more of this suit, and one less of another."""
        self.payment = shift_payment(self.payment, suit, self.table.state.tokens[self.table.state.player])

    def develop(self) -> None:
        """Choose to develop the card."""
        self._choose_use("develop")

    def buy_deed(self) -> None:
        """Choose to buy the card as a deed."""
        self._choose_use("deed")

    def sell(self) -> None:
        """Sell the card, or choose where the automa gets it."""
        if self.to_automa:
            self._choose_use("sell")
        else:
            self._do(Sell(self.table.state.player, self.card))

    def choose(self, place: int) -> None:
        """Make the move on a district, or show why it cannot be made."""
        try:
            check_place(self.table.state, self._seat, self.card, place)
        except IllegalMove as refused:
            self.notice = words.say_error(refused)
            return
        self._do(self._move(self.way, place))

    @property
    def _seat(self) -> int:
        """The seat that gets the card."""
        state = self.table.state
        return int(state.automa if self.way == "sell" and state.automa is not None else state.player)

    def back(self) -> None:
        """Return to the deck."""
        self.table.open_cards()

    def close(self) -> None:
        """Return to the deck."""
        self.back()

    def _choose_use(self, way: str) -> None:
        """Choose a use with the first tap; with one possible district, the second tap makes the move."""
        again, self.way = self.way == way, way
        there = [place for place, hint in enumerate(self.hints) if hint]
        if again and len(there) == 1:
            self.choose(there[0])
            return
        legal = places(self.table.state, self.table.state.player, self.card)
        if not there and legal:
            # The refusal is the same for every district.
            self.choose(legal[0])
            return
        self.notice = words._("Tap a district") if there else self.notice
        cautions = warnings(self.table.state, self._move(way, there[0])) if way == "deed" and there else ()
        if cautions:
            self.notice = words.say(cautions[0])

    def _move(self, way: str, place: int) -> Move:
        player = self.table.state.player
        if way == "develop":
            return Develop(player, self.card, place, self.payment)
        return BuyDeed(player, self.card, place, self.deed_price) if way == "deed" else Sell(player, self.card, place)

    def _preview(self, way: str, place: int) -> str | None:
        found = preview_now(self.table.state, self._move(way, place))
        return None if found is None else words.say(found)

    def _do(self, move: Move) -> None:
        self.table.play_card(move)

    def _minimum_payment(self, cost: int) -> Tokens:
        """Return what would be paid if the player had it, to show and to explain the refusal."""
        each = Tokens.of(*self.card.suits)
        return each + Tokens.of(*[self.card.suits[0]] * max(0, cost - each.total))


load_kv(__file__)
