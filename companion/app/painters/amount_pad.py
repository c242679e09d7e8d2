"""A keypad for a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion.app.widgets.layouts import Stack
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.fields import Amount

FEW = 10
"""Most numbers that have a pad each, which answers in one tap."""


class AmountPad(Stack):
    """A number within the bounds of a field: ``callback(number)`` gets it.

    A few numbers have a pad each. Others begin with the stored or the smallest one and are changed by steps, or typed.
    A step from a stored number answers at once, since one piece too many is the usual mistake.

    Args:
        callback: Called with the number.
        field: The bounds, and the number that is stored.
        **kwargs: Properties of the widget.
    """

    typed = StringProperty("")
    label = StringProperty("")
    """What the pad that answers is called."""
    least = NumericProperty(0)
    most = NumericProperty(0)

    def __init__(self, callback: Callable[[int], object], field: Amount, **kwargs: Any) -> None:
        self._callback, self._field, self._untouched = callback, field, True
        first = next(one for one in (field.now, field.proposed, field.least) if one is not None)
        super().__init__(least=field.least, most=field.most, typed=str(first), **kwargs)
        self.few = field.most - field.least < FEW
        self.digits = {digit: Pad(text=str(digit), units=30) for digit in self._digits()}
        self.done, self.back = self.ids.done.__self__, Pad(icon="back")
        for digit, pad in self.digits.items():
            pad.bind(on_release=partial(self._tap, digit))
            pad.chosen = self.few and digit == field.now
            self.ids.digits.add_widget(pad)
        if self.few:
            self.remove_widget(self.ids.steps)
        else:
            self.back.bind(on_release=self._take_back)
            self.ids.digits.add_widget(self.back)

    def is_allowed(self, typed: str) -> bool:
        """Return whether the number is in range."""
        return bool(typed) and self.least <= int(typed) <= self.most

    def step(self, by: int) -> None:
        """Change the number, within its bounds; answer at once if one is stored."""
        number = min(self._field.most, max(self._field.least, int(self.typed or 0) + by))
        if self._field.now is not None and self._untouched and abs(by) == 1:
            self._callback(number)
        else:
            self.typed, self._untouched = str(number), False

    def submit(self) -> None:
        """Answer with the number."""
        self._callback(int(self.typed))

    def columns(self, width: float, target: float, count: int) -> int:
        """Return how many pads stand in a row: all, or as even rows as there is room for."""
        most = max(1, int(width // (target + theme.unit * 8)))
        return max(1, -(-count // max(1, -(-count // most))))

    def _digits(self) -> range | tuple[int, ...]:
        return range(self._field.least, self._field.most + 1) if self.few else (*range(1, 10), 0)

    def _tap(self, digit: int, _pad: Pad) -> None:
        if self.few:
            self._callback(digit)
            return
        typed = ("" if self._untouched else self.typed) + str(digit)
        if int(typed) <= self.most:
            self.typed, self._untouched = typed.lstrip("0") or "0", False

    def _take_back(self, _pad: Pad) -> None:
        self.typed, self._untouched = self.typed[:-1], False


load_kv(__file__)
