"""Pads below one another, one of which is picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.properties import NumericProperty
from kivy.uix.scrollview import ScrollView

from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.pad import Pad

_LONG = 90
"""Letters that fill a line of a sheet; more are written smaller."""


class PickPads(ScrollView):
    """As high as there is room for, or scrolled where there are too many; ``taker(place)`` hears which was tapped."""

    many = NumericProperty(1)

    def __init__(self, texts: Sequence[str], callback: Callable[[int], object], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.many = max(1, len(texts))
        self.pads = [Pad(text=text, units=26 if len(text) < _LONG else 21) for text in texts]
        for place, pad in enumerate(self.pads):
            pad.bind(on_release=partial(_say, callback, place))
            self.ids.pads.add_widget(pad)

    def high_enough(self, height: float, many: int, target: float) -> float:
        """How high all of them are together, in pixels."""
        return max(height, many * (target + theme.unit * 8))


def _say(callback: Callable[[int], object], place: int, _pad: Pad) -> None:
    callback(place)


load_kv(__file__)
