"""The deal of a game: each player's Crowns, and the row of districts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import SystemRandom
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.card import EXCUSE, CardTarget
from companion.app.widgets.pad import Pad, Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.pieces import DECK, Card, Rank

DEFAULT_WIDTH = 100
"""Width that Kivy gives a widget before its first layout, in pixels."""
CROWNS = tuple(card for card in DECK if card.rank is Rank.CROWN)


class CrownTarget(Target):
    """A Crown in the colour of its owner."""

    card = ObjectProperty(CROWNS[0], rebind=True)
    side = NumericProperty(0)
    owner = NumericProperty(-1)
    """The seat that has it; -1 while nobody does."""


class CrownRow(BoxLayout):
    """The Crowns of every deck; those tapped belong to the chosen seat.

    Once every seat but one has all of its Crowns, that seat gets the rest. Two players' Crowns take three taps.
    """

    names = ListProperty(["", ""])
    """The players, by seat."""
    each = NumericProperty(3)
    decks = NumericProperty(1)
    dealt = ListProperty([[], []])
    """By seat: the Crowns tapped for it."""
    seat = NumericProperty(0)
    """Whose Crowns are tapped now."""
    ready = BooleanProperty(False)
    can_deal = BooleanProperty(False)
    """Whether the app may deal: the game has not begun."""

    __events__ = ("on_deal",)

    def on_kv_post(self, _base: Any) -> None:
        """Build the Crowns and the seats."""
        self.pads: list[Pad] = []
        self.bind(decks=self._fill, names=self._name, each=self._show, dealt=self._show, seat=self._show)
        self._fill()
        self._name()

    def crowns(self) -> tuple[tuple[Card, ...], ...]:
        """Return the Crowns by seat."""
        own = self._own()
        return tuple(tuple(card for card in self.targets if card in held) for held in own)

    def deal(self) -> None:
        """Deal all Crowns by chance, and dispatch ``on_deal``."""
        shuffled, each = SystemRandom().sample(list(self.targets), len(self.targets)), int(self.each)
        self.dealt = [shuffled[seat * each : (seat + 1) * each] for seat in range(len(self.names))]
        self.dispatch("on_deal")

    def on_deal(self) -> None:
        """Do nothing by default: the screen says what follows."""

    def begin(self, names: Sequence[str], each: int, decks: int, dealt: Sequence[Sequence[Card]] = ()) -> None:
        """Begin a deal.

        Args:
            names: The player names, by seat.
            each: Crowns for each player.
            decks: Number of decks.
            dealt: The Crowns that are known, by seat.
        """
        self.dealt, self.seat = [list(held) for held in dealt] or [[] for _ in names], 0
        self.each, self.decks, self.names = each, decks, list(names)

    def _own(self) -> list[list[Card]]:
        own = [list(held) for held in self.dealt]
        short = [held for held in own if len(held) < self.each]
        left = [card for card in self.targets if not any(card in held for held in own)]
        if len(short) == 1 and len(left) + len(short[0]) == self.each:
            short[0].extend(left)
        return own

    def _fill(self, *_: object) -> None:
        self.ids.crowns.clear_widgets()
        copies = range(1, int(self.decks) + 1)
        self.targets = {
            card: CrownTarget(card=card) for copy in copies for card in (Card(c.rank, c.suits, copy) for c in CROWNS)
        }
        for card, target in self.targets.items():
            target.bind(on_release=partial(self._deal, card))
            self.ids.crowns.add_widget(target)
        self._show()

    def _name(self, *_: object) -> None:
        self.ids.seats.clear_widgets()
        self.pads = []
        for seat, name in enumerate(self.names):
            pad = Pad(text=name, units=20)
            pad.bind(on_release=partial(self._choose, seat))
            self.pads.append(pad)
            self.ids.seats.add_widget(pad)
        self._show()

    def _choose(self, seat: int, _pad: Pad) -> None:
        self.seat = seat

    def _show(self, *_: object) -> None:
        own = self._own()
        self.ready = all(len(held) == self.each for held in own)
        for card, target in self.targets.items():
            target.owner = next((seat for seat, held in enumerate(own) if card in held), -1)
        for seat, pad in enumerate(self.pads):
            pad.text = f"{self.names[seat]} {len(own[seat]) if seat < len(own) else 0}/{int(self.each)}"
            pad.chosen = seat == self.seat

    def _deal(self, card: Card, _target: CrownTarget) -> None:
        if self.ready:
            self.dealt = _exchanged(self._own(), int(self.seat), card)
            return
        seat = int(self.seat)
        own = [[one for one in held if one != card] for held in self.dealt]
        if card not in self.dealt[seat]:
            own[seat] = [*own[seat], card][-int(self.each) :]
        self.dealt = own
        if not self.ready and len(own[seat]) == self.each:
            self.seat = next((one for one, held in enumerate(own) if len(held) < self.each), seat)


def _exchanged(own: list[list[Card]], seat: int, card: Card) -> list[list[Card]]:
    """Return a full deal in which a seat gets a Crown and gives up its first.

    A Crown that the seat has already becomes its first. The owner of the other Crown gets the one that was given up.

    Args:
        own: The Crowns by seat.
        seat: The seat that gets the Crown.
        card: The Crown.
    """
    if card in own[seat]:
        rest = [one for one in own[seat] if one != card]
        return [[card, *rest] if index == seat else held for index, held in enumerate(own)]
    exchanged, kept = own[seat][0], own[seat][1:]
    return [
        [*kept, card] if index == seat else [exchanged if one == card else one for one in held]
        for index, held in enumerate(own)
    ]


class DistrictRow(GridLayout):
    """Districts from the near player's left, or reversed if ``mirrored``; tapping two swaps them."""

    districts = ListProperty()
    mirrored = BooleanProperty(False)
    """Whether the row is reversed, for a reader at the far side."""
    picked = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        self.places: list[CardTarget] = []
        super().__init__(cols=1, **kwargs)
        self.bind(width=self._fold)

    def on_districts(self, *_: object) -> None:
        """Show the districts; a choice in progress was made among others, and ends."""
        self.picked = -1
        if len(self.children) != len(self.districts):
            self.places = [CardTarget(card=EXCUSE) for _ in self.districts]
            for place, target in enumerate(self.places):
                target.bind(on_release=partial(self._swap, place))
            self.on_mirrored()
        for card, target in zip(self.districts, self.places, strict=True):
            target.card = card

    def on_mirrored(self, *_: object) -> None:
        """Order the districts anew."""
        self.clear_widgets()
        self._fold()
        for target in reversed(self.places) if self.mirrored else self.places:
            self.add_widget(target)

    def _fold(self, *_: object) -> None:
        """Use one line, or two if it is too narrow."""
        gap = self.spacing[0]
        wide = len(self.places) * (theme.target + gap) - gap
        self.cols = max(
            1, len(self.places) if wide <= self.width or self.width <= DEFAULT_WIDTH else -(-len(self.places) // 2)
        )

    def on_picked(self, *_: object) -> None:
        """Mark the district that is to be swapped."""
        for place, target in enumerate(self.places):
            target.chosen = place == self.picked

    def _swap(self, place: int, _target: CardTarget) -> None:
        if self.picked < 0:
            self.picked = place
            return
        row: list[Card] = list(self.districts)
        row[place], row[self.picked] = row[self.picked], row[place]
        self.districts, self.picked = row, -1


load_kv(__file__)
