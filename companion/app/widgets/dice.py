"""Dice as they lie on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kivy.properties import NumericProperty, OptionProperty
from kivy.uix.floatlayout import FloatLayout

from companion.app.widgets.pad import RaisedTarget
from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import die_face_mask, die_mask
from companion.pieces import Suit


class DieFace(FloatLayout):
    """A d10, a d6, or a d6 that stands for a suit and shows it; value 0 is a die that is not rolled yet."""

    value = NumericProperty(0)
    kind = OptionProperty("d10", options=["d10", "d6", "suit"])
    side = NumericProperty(0)
    body = staticmethod(die_mask)
    face = staticmethod(die_face_mask)

    @staticmethod
    def suit_of(value: int) -> Suit:
        """Return the suit for the value of a d6."""
        return list(Suit)[(max(value, 1) - 1) % len(Suit)]


def lay_dice(box: Any, dice: Iterable[tuple[str, int]]) -> None:
    """Lay dice into a layout, each with its kind and its value, in place of others."""
    box.clear_widgets()
    for kind, value in dice:
        box.add_widget(DieFace(kind=kind, value=value))


class DieTarget(RaisedTarget):
    """A die that can be tapped."""

    value = NumericProperty(0)
    kind = OptionProperty("d10", options=["d10", "d6", "suit"])


class RollTarget(RaisedTarget):
    """A whole roll that can be tapped: the dice, then those rolled because of them."""

    def __init__(self, shown: Sequence[Sequence[int]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        every = (("suit" if number else "d10", value) for number, values in enumerate(shown) for value in values)
        lay_dice(self.ids.dice, every)


load_kv(__file__)
