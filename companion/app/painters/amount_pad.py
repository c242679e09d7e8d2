"""Keypads for a number and for a payment, and dice to tap."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.card import DieTarget, lay_dice
from companion.app.widgets.layouts import Stack
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.games.fields import Amount, Die, Payment
from companion.pieces import DieKind, Suit, Tokens


class DicePad(BoxLayout):
    """The dice of a decision, and the faces of the one that is asked: ``callback(face)`` gets the tapped one.

    A tap on the dice calls ``restart``.
    """

    text = StringProperty("")
    """The question."""
    count = NumericProperty(0)
    """The number of dice that are shown."""

    def __init__(self, callback: Callable[[int], object], restart: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._callback = callback
        self._asked: Die | None = None
        self.targets: dict[int, DieTarget] = {}
        """The pads of the faces."""
        self.ids.cast.bind(on_release=lambda _cast: restart())

    def show(self, decision: Decision[Any], asked: Die, text: str) -> None:
        """Show the dice until now, and the faces of the die that is asked."""
        dice = [one for one in decision.fields if isinstance(one, Die)]
        self.text, self.count = text, len(dice)
        lay_dice(self.ids.dice, ((_kind(one), decision.answers.get(one.name, 0)) for one in dice))
        if self._asked is None or asked.faces != self._asked.faces:
            self._asked = asked
            self.ids.faces.clear_widgets()
            self.targets = {face: DieTarget(value=face, kind=_kind(asked)) for face in range(1, len(asked.faces) + 1)}
            for face, target in self.targets.items():
                target.bind(on_release=partial(self._tapped, face))
                self.ids.faces.add_widget(target)

    @staticmethod
    def columns(width: float, count: int) -> int:
        """Return in how many columns pads as wide as fingers stand, in as few even rows as there is room for."""
        gap = theme.unit * 4
        most = max(1, int((width + gap) // (theme.target + gap)))
        return max(1, -(-count // max(1, -(-count // most))))

    def _tapped(self, face: int, _target: DieTarget) -> None:
        self._callback(face)


def _kind(die: Die) -> str:
    return "suit" if die.suits else "d6" if len(die.faces) == DieKind.D6.faces else "d10"


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
