"""Playing a card: where, and whether it is developed, bought as a deed or sold (B17–B26, B32)."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_beside
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.pad import Target
from companion.app.widgets.sheet import Sheet
from companion.app.words import words
from companion.games.errors import IllegalMove
from companion.games.magnate import State, apply
from companion.games.magnate.cautions import warnings
from companion.games.magnate.moves import BuyDeed, Develop, Move, Sell
from companion.games.magnate.paying import deed_price, price, sale
from companion.games.magnate.placing import check_place, places
from companion.games.magnate.proposing import payment_for, shifted
from companion.pieces import Suit, Tokens


class PlaceTarget(Target):
    """A district to play beside: its card, and the own card that lies outermost there."""

    card = ObjectProperty(EXCUSE, rebind=True)
    last = ObjectProperty(EXCUSE, rebind=True)
    empty = BooleanProperty(True)
    legal = BooleanProperty(False)
    chosen = BooleanProperty(False)


class Way(BoxLayout):
    """One thing to do with the card, with what it costs or brings."""


class PlayCardSheet(Sheet):
    """The chosen card with its legal districts and the three things to do with it.

    The payment is proposed; a tap on one of its tokens pays one more of that suit and one less of another.
    """

    table = ObjectProperty()
    card = ObjectProperty(EXCUSE, rebind=True)
    place = NumericProperty(-1)
    payment = ObjectProperty(Tokens())
    affordable = BooleanProperty(False)
    can_develop = BooleanProperty(False)
    can_buy = BooleanProperty(False)
    """Whether the rules let it be bought as a deed in some district."""
    deed_price = ObjectProperty(Tokens())
    sale = ObjectProperty(Tokens())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        state = self.table.state
        cost, purse = price(self.card, state.options), state.tokens[state.player]
        proposed = payment_for(self.card, cost, purse)
        self.affordable = proposed is not None
        self.payment = proposed or self._least(cost)
        self.deed_price, self.sale = deed_price(self.card, state.options), sale(self.card)
        legal = places(state, state.player, self.card)
        self.targets = []
        for number, district in enumerate(state.districts):
            column = district.columns[state.player]
            last = column.last if column is not None else None
            target = PlaceTarget(card=district.card, last=last or EXCUSE, empty=last is None, legal=number in legal)
            target.bind(on_release=partial(self._choose, number))
            self.targets.append(target)
        self.on_turned()
        self.can_develop = self.affordable and bool(legal)
        self.can_buy = any(_goes(state, BuyDeed(state.player, self.card, place, self.deed_price)) for place in legal)
        if len(legal) == 1:
            self.place = legal[0]
        if not legal:
            self.notice = words._("It fits beside no district: it can only be sold.")

    def on_turned(self, *_: object) -> None:
        """The districts in the order in which they lie before whoever reads the sheet."""
        self.ids.places.clear_widgets()
        for target in reversed(self.targets) if self.turned else self.targets:
            self.ids.places.add_widget(target)

    def on_place(self, *_: object) -> None:
        for number, target in enumerate(self.targets):
            target.chosen = number == self.place

    def shift(self, suit: Suit) -> None:
        self.payment = shifted(self.payment, suit, self.table.state.tokens[self.table.state.player])

    def develop(self) -> None:
        self._do(Develop(self.table.state.player, self.card, int(self.place), self.payment))

    def buy_deed(self) -> None:
        self._do(BuyDeed(self.table.state.player, self.card, int(self.place), self.deed_price))

    def sell(self) -> None:
        self._do(Sell(self.table.state.player, self.card))

    def _choose(self, number: int, target: PlaceTarget) -> None:
        state = self.table.state
        try:
            check_place(state, state.player, self.card, number)
        except IllegalMove as refused:
            self.notice = words.say_error(refused)
            return
        self.place = number
        cautions = warnings(state, BuyDeed(state.player, self.card, number, self.deed_price))
        self.notice = words.say(cautions[0]) if cautions else ""

    def _do(self, move: Move) -> None:
        if self.place < 0 and not isinstance(move, Sell):
            self.notice = words._("Tap the district first.")
        elif self.table.propose(move, seat=self.table.state.player):
            self.close()

    def _least(self, cost: int) -> Tokens:
        """What would be paid, where it cannot be: for the eye and for the refusal's numbers."""
        each = Tokens.of(*self.card.suits)
        return each + Tokens.of(*[self.card.suits[0]] * max(0, cost - each.total))


def _goes(state: State, move: Move) -> bool:
    try:
        apply(state, move)
    except IllegalMove:
        return False
    return True


load_beside(__file__)
