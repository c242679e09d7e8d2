"""A keypad for a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv_loader import load_kv
from companion.app.widgets.pad import Pad


class AmountPad(BoxLayout):
    """Ten digits, Back and Done; ``callback(amount)`` gets a number from ``least`` to ``most``, both included."""

    typed = StringProperty("")
    least = NumericProperty(0)
    most = NumericProperty(0)

    def __init__(self, callback: Callable[[int], object], **kwargs: Any) -> None:
        self._callback = callback
        super().__init__(**kwargs)
        self.digits = {digit: Pad(text=str(digit), units=34) for digit in range(10)}
        for digit, pad in self.digits.items():
            pad.bind(on_release=partial(self._type, str(digit)))
        self.back, self.done = Pad(icon="back"), Pad(icon="done", disabled=True)
        self.back.bind(on_release=self._take_back)
        self.done.bind(on_release=self._submit)
        nine = [self.digits[digit] for digit in range(1, 10)]
        for pad in (*nine, self.back, self.digits[0], self.done):
            self.ids.digits.add_widget(pad)

    def on_typed(self, _pad: AmountPad, typed: str) -> None:
        """Enable Done if the number is in range."""
        ready = bool(typed) and self.least <= int(typed) <= self.most
        self.done.disabled, self.done.tone = not ready, "main" if ready else "plain"

    def choose_least(self) -> None:
        """Submit the smallest number in one tap."""
        self._callback(int(self.least))

    def _submit(self, _pad: Pad) -> None:
        self._callback(int(self.typed))

    def _take_back(self, _pad: Pad) -> None:
        self.typed = self.typed[:-1]

    def _type(self, digit: str, _pad: Pad) -> None:
        typed = (self.typed + digit).lstrip("0") or "0"
        if int(typed) <= self.most:
            self.typed = typed


load_kv(__file__)
