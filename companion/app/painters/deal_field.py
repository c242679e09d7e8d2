"""Pieces of which each seat holds some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from companion.app.painters.piece_grid import PieceTarget
from companion.app.painters.pieces import paint_face, seat_colour
from companion.app.painters.question_view import LETTER_UNITS
from companion.app.widgets.layouts import Stack
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.games.laying import deal
from companion.pieces import Card


class DealField(Stack):
    """A tap gives a card to the chosen seat, or takes it back; cards that nobody was given are dealt evenly.

    Args:
        codes: The cards.
        names: The names of the seats.
        callback: Called with the seats of the cards that were given to one.
        **kwargs: Properties of the widget.
    """

    def __init__(
        self, codes: Sequence[str], names: Sequence[str], callback: Callable[[Mapping[str, int]], None], **kwargs: Any
    ) -> None:
        self._names, self._callback, self.seat = names, callback, 0
        self.each = -(-len(codes) // len(names))
        self.owners: dict[str, int] = {}
        """The seats of the cards that were given to one, in the order of the taps."""
        super().__init__(**kwargs)
        self.targets: dict[Card, PieceTarget] = {}
        for card in map(Card.parse, codes):
            self.targets[card] = target = PieceTarget(paint_face(card))
            target.bind(on_release=partial(self._tapped, str(card)))
            self.ids.cards.add_widget(target)
        self.pads = [Pad(units=LETTER_UNITS) for _ in names]
        for seat, pad in enumerate(self.pads):
            pad.bind(on_release=partial(self._choose, seat))
            self.ids.seats.add_widget(pad)

    def show(self, owners: Mapping[str, int]) -> None:
        """Show whose the cards are; those that were given to nobody are paler."""
        if owners != self.owners:
            self.owners = dict(owners)
        every = {card: self.owners.get(str(card), "") for card in self.targets}
        for seat, hand in enumerate(deal(every, len(self._names))):
            for card in map(Card.parse, hand):
                self.targets[card].colour, self.targets[card].pale = seat_colour(seat), str(card) not in self.owners
        for seat, pad in enumerate(self.pads):
            pad.text, pad.chosen = f"{self._names[seat]} {self._count(seat)}/{self.each}", seat == self.seat

    def _count(self, seat: int) -> int:
        return [*self.owners.values()].count(seat)

    def _choose(self, seat: int, _pad: Pad) -> None:
        self.seat = seat
        self.show(self.owners)

    def _tapped(self, card: str, _target: PieceTarget) -> None:
        owners, seat = dict(self.owners), self.seat
        if owners.pop(card, None) != seat:
            own = [one for one, owner in owners.items() if owner == seat]
            if len(own) == self.each:
                del owners[own[0]]
            owners[card] = seat
            if len(own) + 1 == self.each:
                full = [*owners.values()]
                self.seat = next((one for one in range(len(self._names)) if full.count(one) < self.each), seat)
        self.owners = owners
        self._callback(owners)


load_kv(__file__)
