"""Fields of a setup: pieces of which each seat holds some, and pieces or values at their places."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.app.painters.piece_grid import PieceTarget
from companion.app.painters.pieces import CARD_SHAPE, paint_face, seat_colour
from companion.app.painters.question_view import LETTER_UNITS
from companion.app.texts.i18n import words
from companion.app.widgets.layouts import Stack
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.games.laying import Laying, deal
from companion.locale import Message
from companion.pieces import Card


class OrderField(Stack):
    """What lies at each place, and below it what else may lie there.

    Tapping two swaps them. A spare one that is tapped alone takes the place after the last change.

    Args:
        offered: Every value.
        heads: A name for each place, before a value that is no piece; none if places have no names.
        label: Returns the text of a value that is no piece.
        callback: Called with the values of the places.
        **kwargs: Properties of the widget.
    """

    def __init__(
        self,
        offered: Sequence[Any],
        heads: Sequence[str],
        label: Callable[[Any], Message] | None,
        callback: Callable[[Sequence[Any]], None],
        **kwargs: Any,
    ) -> None:
        self._offered, self._heads, self._label, self._callback = offered, heads, label, callback
        self.laying = Laying((), 0)
        self.targets: list[Any] = []
        super().__init__(**kwargs)

    @property
    def row(self) -> Sequence[Any]:
        """The values of the places, then those that lie nowhere."""
        return self.laying.row

    def show(self, values: Sequence[Any]) -> None:
        """Show the values of the places, unless they are shown."""
        if tuple(values) != self.laying.values or not self.row:
            self.laying = Laying.of(values, self._offered)
            self._lay()

    def _lay(self) -> None:
        places = self.laying.places
        self.targets = [self._target(number, value) for number, value in enumerate(self.row)]
        for grid, targets in ((self.ids.places, self.targets[:places]), (self.ids.spare, self.targets[places:])):
            grid.shape = CARD_SHAPE if isinstance(self.row[0], Card) else 1.0
            grid.clear_widgets()
            for target in targets:
                grid.add_widget(target)

    def _target(self, number: int, value: Any) -> Widget:
        face = paint_face(value)
        if face is not None:
            target: Any = PieceTarget(face, pale=number >= self.laying.places)
        else:
            text = words.head(self._label(value)) if self._label is not None else str(value)
            named = number < min(self.laying.places, len(self._heads))
            target = Pad(text=f"{self._heads[number]}\n{text}" if named else text, units=LETTER_UNITS)
        target.bind(on_release=partial(self._tapped, number))
        return target

    def _tapped(self, number: int, _target: Widget) -> None:
        self.laying = self.laying.tapped(number)
        if self.laying.picked >= 0:
            self.targets[number].chosen = True
            return
        self._lay()
        self._callback(self.laying.values)


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
