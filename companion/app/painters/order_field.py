"""Pieces or values at their places, which are changed by taps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.app.painters.piece_grid import PieceTarget
from companion.app.painters.pieces import CARD_SHAPE, paint_face
from companion.app.painters.question_view import LETTER_UNITS
from companion.app.texts.i18n import words
from companion.app.widgets.layouts import Stack
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.games.laying import Laying
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


load_kv(__file__)
