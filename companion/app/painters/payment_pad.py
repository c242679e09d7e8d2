"""Tokens that are paid, to be changed by taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.window.kv_loader import load_kv
from companion.games.fields import Payment
from companion.pieces import Suit, Tokens


class PaymentPad(BoxLayout):
    """The tokens of a payment: a tap pays one more of a suit, for one less of another if need be.

    Args:
        field: What can be paid.
        paid: What is paid now.
        callback: Called with another payment.
        **kwargs: Properties of the widget.
    """

    paid = ObjectProperty(Tokens())
    suits = ObjectProperty(())

    def __init__(self, field: Payment, paid: Tokens, callback: Callable[[Tokens], object], **kwargs: Any) -> None:
        self._field, self._callback = field, callback
        super().__init__(paid=paid, suits=field.suits, **kwargs)
        self.ids.none.disabled = not field.allows(Tokens())

    def more(self, suit: Suit) -> None:
        """Pay one token more of this suit, if that can be paid."""
        changed = self._field.more(self.paid, suit)
        if changed is not None:
            self._callback(changed)

    def pay_nothing(self) -> None:
        """Take all tokens back."""
        self._callback(Tokens())


load_kv(__file__)
