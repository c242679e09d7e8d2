"""A question of a game with its answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.pad import Pad

Answer = tuple[str, Callable[[], object]]
"""The text of a pad, and what its tap does."""


LETTER_UNITS = 20
"""Height of the pads' letters in units of the design."""
MAX_COLUMNS = 6
"""Most pads in one row."""
LETTER_WIDTH, MARGIN = 0.56, 20
"""Width of a letter as a share of its height, and margins of a pad in units."""


class QuestionView(BoxLayout):
    """The question in the colour of who answers it, and a pad for each answer."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)

    def __init__(self, answers: Sequence[Answer] = (), **kwargs: Any) -> None:
        self.pads: list[Pad] = []
        super().__init__(**kwargs)
        for text, do in answers:
            pad = Pad(text=text, units=LETTER_UNITS, size_hint_y=None, height=theme.target)
            pad.bind(on_release=partial(_do, do))
            self.pads.append(pad)
            self.ids.answers.add_widget(pad)

    def columns(self, count: int, width: float, unit: float) -> int:
        """Return how many pads stand in a row.

        Args:
            count: The number of pads.
            width: The width of the view in pixels.
            unit: Pixels of one unit of the design.

        Returns:
            As many as show their texts in two lines each, in rows as even as possible.
        """
        most = next((n for n in range(min(count, MAX_COLUMNS), 1, -1) if self._fit(width / n / unit)), 1)
        rows = -(-count // most)
        return -(-count // max(1, rows))

    def _fit(self, units: float) -> bool:
        letters = (units - MARGIN) / (LETTER_UNITS * LETTER_WIDTH)
        lengths = [len(word) for pad in self.pads for word in pad.text.split()]
        return max(lengths, default=0) <= letters and all(len(pad.text) <= 1.8 * letters for pad in self.pads)


def _do(do: Callable[[], object], _pad: Pad) -> None:
    do()


load_kv(__file__)
