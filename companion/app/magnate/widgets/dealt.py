"""What is dealt before a game: Crowns between two players, and the row of districts."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_beside
from companion.app.widgets.card import EXCUSE, CardTarget
from companion.app.widgets.pad import Target
from companion.pieces import DECK, Card, Rank, Suit

CROWNS = {card.suits[0]: card for card in DECK if card.rank is Rank.CROWN}


class CrownTarget(Target):
    """A Crown; ``near`` where the near player was dealt it."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    side = NumericProperty(0)
    near = BooleanProperty(False)
    dealt = BooleanProperty(False)
    """Whether all of the near player's Crowns are known, so that the others are the far player's."""


class CrownRow(BoxLayout):
    """The six Crowns; those tapped are the near player's, the others the far player's."""

    near = ListProperty()
    """Suits of the near player's Crowns; where one more is tapped the first is the far player's again."""
    each = NumericProperty(3)
    ready = BooleanProperty(False)

    def on_kv_post(self, _base: Any) -> None:
        self.targets = {suit: CrownTarget(suit=suit) for suit in Suit}
        for suit, target in self.targets.items():
            target.bind(on_release=partial(self._deal, suit))
            self.add_widget(target)
        self.on_near()

    def crowns(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The near and the far player's Crowns."""
        near = tuple(CROWNS[suit] for suit in Suit if suit in self.near)
        return near, tuple(CROWNS[suit] for suit in Suit if suit not in self.near)

    def on_near(self, *_: object) -> None:
        self.ready = len(self.near) == self.each
        for suit, target in self.targets.items():
            target.near, target.dealt = suit in self.near, self.ready

    def _deal(self, suit: Suit, _target: CrownTarget) -> None:
        if suit in self.near:
            self.near = [one for one in self.near if one is not suit]
        else:
            self.near = [*self.near, suit][-int(self.each) :]


class DistrictRow(BoxLayout):
    """District cards from the near player's left, from right to left where ``mirrored``; tapping two swaps them."""

    districts = ListProperty()
    mirrored = BooleanProperty(False)
    """For a reader at the far side, before whom the row lies the other way round."""
    picked = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        self.places: list[CardTarget] = []
        super().__init__(**kwargs)

    def on_districts(self, *_: object) -> None:
        if len(self.children) != len(self.districts):
            self.places = [CardTarget(card=EXCUSE) for _ in self.districts]
            for place, target in enumerate(self.places):
                target.bind(on_release=partial(self._swap, place))
            self.on_mirrored()
        for card, target in zip(self.districts, self.places, strict=True):
            target.card = card

    def on_mirrored(self, *_: object) -> None:
        self.clear_widgets()
        for target in reversed(self.places) if self.mirrored else self.places:
            self.add_widget(target)

    def on_picked(self, *_: object) -> None:
        for place, target in enumerate(self.places):
            target.chosen = place == self.picked

    def _swap(self, place: int, _target: CardTarget) -> None:
        if self.picked < 0:
            self.picked = place
            return
        row: list[Card] = list(self.districts)
        row[place], row[self.picked] = row[self.picked], row[place]
        self.districts, self.picked = row, -1


load_beside(__file__)
