"""Counters for any table that does without chips. Nothing is kept."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.seats import seat_name
from companion.app.theme import theme
from companion.app.widgets.counter import OpenCounter
from companion.app.widgets.half_turn import HalfTurn
from companion.app.words import words
from companion.pieces import Suit


class Purse(HalfTurn):
    """One player's six counters."""

    name = StringProperty("")
    colour = ListProperty(theme.ink)

    def on_kv_post(self, _base: Any) -> None:
        self.counters = [OpenCounter(suit=suit) for suit in Suit]
        for counter in self.counters:
            self.ids.counters.add_widget(counter)

    def tax(self, suit: Suit) -> None:
        """Leaves one of ``suit`` (B10)."""
        counter = self.counters[suit.priority]
        counter.count = min(counter.count, 1)


class TokensOnlyScreen(Page):
    """Two to four purses; those on the far side are turned to their owners."""

    players = NumericProperty(2)
    taxing = BooleanProperty(False)

    def on_kv_post(self, _base: Any) -> None:
        self.purses: list[Purse] = []
        self.bind(players=self._seat)
        words.bind(language=self._name)
        self._seat()

    def _seat(self, *_: object) -> None:
        kept = self.purses[: self.players]
        self.purses = kept + [Purse() for _ in range(self.players - len(kept))]
        near, far = self.ids.near, self.ids.far
        near.clear_widgets()
        far.clear_widgets()
        far_ones = self.players // 2
        for number, purse in enumerate(self.purses):
            purse.turned = number >= self.players - far_ones
            purse.colour = theme.seats[number]
            (far if purse.turned else near).add_widget(purse)
        self._name()

    def _name(self, *_: object) -> None:
        for number, purse in enumerate(self.purses):
            purse.name = seat_name(number) if self.players == 2 else str(number + 1)

    def tax(self, suit: Suit) -> None:
        for purse in self.purses:
            purse.tax(suit)
        self.taxing = False

    def clear(self) -> None:
        for purse in self.purses:
            for counter in purse.counters:
                counter.count = 0


load_beside(__file__)
