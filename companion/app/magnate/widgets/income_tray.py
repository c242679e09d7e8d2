"""Asks a deed's owner which token it pays (B15)."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.app.widgets.card import EXCUSE
from companion.app.widgets.tray import Tray
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.moves import PreferDeedIncome, TakeDeedIncome
from companion.pieces import Suit


class IncomeTray(Tray):
    """The deed, and the tokens that it can pay; ``always`` stores the choice for the rest of the game."""

    table = ObjectProperty()
    question = ObjectProperty()
    owner = NumericProperty(0)
    trays_below = NumericProperty(0)
    """Number of trays between it and its edge."""
    across = NumericProperty(0.42)
    """Position of its middle, as a share of the width."""
    card = ObjectProperty(EXCUSE, rebind=True)
    always = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        moves = [choice.move for choice in self.question.choices]
        self.owner, self.card = self.question.owner, moves[0].card
        self.ids.suits.suits = [move.suit for move in moves]
        self.ids.suits.callback = self.take

    def take(self, suit: Suit) -> None:
        """Propose the token, and store the choice if ``always``."""
        owner, card, always = int(self.owner), self.card, self.always
        if self.table.propose(TakeDeedIncome(owner, card, suit), seat=owner) and always:
            self.table.propose(PreferDeedIncome(owner, card, suit), seat=owner)


load_kv(__file__)
