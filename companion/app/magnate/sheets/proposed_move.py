"""Asks about a proposed move in pictures: the card, its district and its payment, or the dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate import Phase
from companion.games.magnate.announcements import must_shuffle
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Roll, Sell
from companion.games.magnate.paying import sale_income
from companion.games.magnate.payment_proposals import shift_payment
from companion.pieces import Card, Suit, Tokens
from companion.play import Question

CardMove = Develop | BuyDeed | AddToDeed | Sell
"""Moves that are shown with their card."""


def has_picture(move: Any) -> bool:
    """Return whether a move can be shown in pictures."""
    return isinstance(move, CardMove | Roll)


class ProposedMoveSheet(TraySheet):
    """A proposed move with Yes and No; its payment can be changed by tapping tokens. Closing it is a No.

    Of several possible payments, the first is shown. One sheet shows all proposals of a table, one after the other.
    """

    screen = ObjectProperty()
    """The game's screen."""
    question = ObjectProperty(None, allownone=True)
    card = ObjectProperty(EXCUSE, rebind=True)
    has_card = BooleanProperty(False)
    place = NumericProperty(-1)
    """The district, from 0; -1 for none."""
    ground = ObjectProperty(EXCUSE, rebind=True)
    """That district's card."""
    description = StringProperty("")
    tokens = ObjectProperty(Tokens())
    sign = StringProperty("")
    adjusted = BooleanProperty(False)
    end_label = StringProperty("")
    """The label of the pad that also ends the turn; empty if the turn continues."""
    dice = ListProperty()
    tax_dice = ListProperty()

    move: Move
    """The move as proposed or changed."""

    def show(self, question: Question) -> None:
        """Ask about the move of this question."""
        self.question, self.move = question, question.choices[0].move
        self.notice, self.adjusted = words.head(question.text), False
        rolled = self.move if isinstance(self.move, Roll) else None
        self.dice = list(rolled.dice) if rolled is not None else []
        self.tax_dice = list(rolled.tax_dice) if rolled is not None else []
        if isinstance(self.move, CardMove):
            self._draw(self.move)
        else:
            self.has_card, self.place, self.end_label, self.sign, self.tokens = False, -1, "", "", Tokens()

    def shift(self, suit: Suit) -> None:
        """Change the payment by one token more of this suit and one less of another."""
        if isinstance(self.move, Develop | AddToDeed):
            state = self.screen.state
            paid = shift_payment(self.tokens, suit, state.tokens[self.move.player])
            self.tokens, self.move = paid, replace(self.move, payment=paid)
            self.adjusted = all(choice.move != self.move for choice in self.question.choices)

    def accept(self) -> bool:
        """Confirm the move as proposed or changed; return whether it was taken."""
        chosen = (number for number, choice in enumerate(self.question.choices) if choice.move == self.move)
        number = next(chosen, None)
        if number is not None:
            return bool(self.screen.confirm(self.question, number))
        return bool(self.screen.propose(self.move, seat=self.screen.at_turn))

    def accept_and_end(self) -> None:
        """Confirm the move and end the turn."""
        screen = self.screen
        if self.accept() and screen.state.phase is Phase.DRAW:
            screen.table.end_turn()

    def refuse(self) -> None:
        """Dismiss the proposal."""
        self.screen.dismiss(self.question)

    def enter_roll(self) -> None:
        """Dismiss the proposed roll and open the sheet for the dice."""
        self.screen.dismiss(self.question)
        self.screen.table.open_roll()

    def close(self) -> None:
        """Dismiss the proposal."""
        self.refuse()

    def _draw(self, move: CardMove) -> None:
        state, names = self.screen.state, self.screen.names
        self.card, self.has_card = move.card, True
        place = self._deed_place(move.card) if isinstance(move, AddToDeed) else move.district
        self.place = -1 if place is None else place
        if place is not None:
            self.ground = state.districts[place].card
        if isinstance(move, Sell):
            self.tokens, self.sign, template = sale_income(move.card), "+", words._("{name} sells")
        else:
            self.tokens, self.sign = move.payment, "−"
            template = {
                Develop: words._("{name} develops"),
                BuyDeed: words._("{name} buys the deed"),
                AddToDeed: words._("{name} adds to the deed"),
            }[type(move)]
        self.description = template.format(name=names[move.player])
        self.end_label = self._end_label(move)
        self.ids.paid.callback = self.shift if isinstance(move, Develop | AddToDeed) else None

    def _end_label(self, move: CardMove) -> str:
        """Return the label that confirms and ends the turn; empty if a play or a shuffle comes first."""
        state = self.screen.state
        last = isinstance(move, Develop | BuyDeed | Sell) and state.phase is Phase.PLAY and state.plays_left == 1
        if not last or must_shuffle(state):
            return ""
        template: str = words._("Yes, and draw") if state.last_turns is None else words._("Yes, and end turn")
        return template

    def _deed_place(self, card: Card) -> int | None:
        for place, district in enumerate(self.screen.state.districts):
            for column in district.columns:
                if column is not None and column.deed is not None and column.deed.card == card:
                    return place
        return None


load_kv(__file__)
