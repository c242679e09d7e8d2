"""What a camera or a roller proposes, asked in pictures: the card, where it went, what was paid; or the dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.magnate.announcements import must_shuffle
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.tray import Tray
from companion.games.magnate import Phase
from companion.games.magnate.moves import AddToDeed, BuyDeed, Develop, Move, Roll, Sell
from companion.games.magnate.paying import sale
from companion.games.magnate.payment_proposals import shift_payment
from companion.pieces import Card, Suit, Tokens

CardMove = Develop | BuyDeed | AddToDeed | Sell
"""Moves of which a card is shown."""


def has_picture(move: Any) -> bool:
    """Whether there is a picture of this move to ask about."""
    return isinstance(move, CardMove | Roll)


class ProposedMoveSheet(Tray):
    """Yes, No, and before that a payment's tokens set right by tapping them; closing it drops the proposal.

    Where several payments may have been, the first is shown.
    """

    screen = ObjectProperty()
    """The game's screen."""
    question = ObjectProperty()
    card = ObjectProperty(EXCUSE, rebind=True)
    has_card = BooleanProperty(False)
    place = NumericProperty(-1)
    """The district's number from 0; -1 where the card goes beside none."""
    ground = ObjectProperty(EXCUSE, rebind=True)
    """That district's card."""
    doing = StringProperty("")
    tokens = ObjectProperty(Tokens())
    sign = StringProperty("")
    adjusted = BooleanProperty(False)
    end_label = StringProperty("")
    """What a second Yes says that ends the turn with it; nothing where the turn goes on."""
    dice = ListProperty()
    tax_dice = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.move: Move = self.question.choices[0].move
        self.notice = words.head(self.question.text)
        if isinstance(self.move, Roll):
            self.dice, self.tax_dice = list(self.move.dice), list(self.move.tax_dice)
        elif isinstance(self.move, CardMove):
            self._draw(self.move)

    def shift(self, suit: Suit) -> None:
        """One token more of this suit was paid, and one less of another."""
        if isinstance(self.move, Develop | AddToDeed):
            state = self.screen.state
            paid = shift_payment(self.tokens, suit, state.tokens[self.move.player])
            self.tokens, self.move = paid, replace(self.move, payment=paid)
            self.adjusted = all(choice.move != self.move for choice in self.question.choices)

    def accept(self) -> bool:
        """It happened so: as proposed, or as it was set right. False if it could not be done."""
        chosen = (number for number, choice in enumerate(self.question.choices) if choice.move == self.move)
        number = next(chosen, None)
        if number is not None:
            return bool(self.screen.confirm(self.question, number))
        return bool(self.screen.propose(self.move, seat=self.screen.at_turn))

    def accept_and_end(self) -> None:
        """It happened so, and what is left of the turn is done too."""
        screen = self.screen
        if self.accept() and screen.state.phase is Phase.DRAW:
            screen.table.end_turn()

    def refuse(self) -> None:
        self.screen.dismiss(self.question)

    def otherwise(self) -> None:
        """The dice show something else: they are tapped in."""
        self.screen.dismiss(self.question)
        self.screen.table.open_roll()

    def close(self) -> None:
        self.refuse()

    def _draw(self, move: CardMove) -> None:
        state, names = self.screen.state, self.screen.names
        self.card, self.has_card = move.card, True
        place = self._deed_place(move.card) if isinstance(move, AddToDeed) else move.district
        if place is not None:
            self.place, self.ground = place, state.districts[place].card
        if isinstance(move, Sell):
            self.tokens, self.sign, template = sale(move.card), "+", words._("{name} sells")
        else:
            self.tokens, self.sign = move.payment, "−"
            template = {
                Develop: words._("{name} develops"),
                BuyDeed: words._("{name} buys the deed"),
                AddToDeed: words._("{name} adds to the deed"),
            }[type(move)]
        self.doing = template.format(name=names[move.player])
        self.end_label = self._end_label(move)
        self.ids.paid.callback = self.shift if isinstance(move, Develop | AddToDeed) else None

    def _end_label(self, move: CardMove) -> str:
        """How the turn ends after this move; nothing where more is to be played, or a shuffle to be told of first."""
        state = self.screen.state
        last = isinstance(move, Develop | BuyDeed | Sell) and state.phase is Phase.PLAY and state.plays_left == 1
        if not last or must_shuffle(state):
            return ""
        template: str = words._("Yes, and draw") if state.last_turns is None else words._("Yes, and end the turn")
        return template

    def _deed_place(self, card: Card) -> int | None:
        for place, district in enumerate(self.screen.state.districts):
            for column in district.columns:
                if column is not None and column.deed is not None and column.deed.card == card:
                    return place
        return None


load_kv(__file__)
