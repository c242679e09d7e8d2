"""A column of pads, one of which is picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.properties import NumericProperty
from kivy.uix.scrollview import ScrollView

from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.pad import Pad

_LONG_TEXT = 90
"""Letters that fill a line of a sheet; longer texts have smaller letters."""


class PickPads(ScrollView):
    """As high as possible, or scrolled; ``callback(place)`` is called with the number of the pad that is tapped."""

    count = NumericProperty(1)

    def __init__(self, texts: Sequence[str], callback: Callable[[int], object], **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.count = max(1, len(texts))
        self.pads = [Pad(text=text, units=26 if len(text) < _LONG_TEXT else 21) for text in texts]
        for place, pad in enumerate(self.pads):
            pad.bind(on_release=partial(_call, callback, place))
            self.ids.pads.add_widget(pad)

    def content_height(self, height: float, count: int, target: float) -> float:
        """Return the height of all pads together in pixels."""
        return max(height, count * (target + theme.unit * 8))


def _call(callback: Callable[[int], object], place: int, _pad: Pad) -> None:
    callback(place)


load_kv(__file__)
