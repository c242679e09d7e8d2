"""Something that a game waits for, and what can be tapped to answer it."""

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
"""What a pad says, and what its tap does."""


LETTERING = 20
"""Units of what pads say."""
MOST_BESIDE = 6
"""Pads beside one another."""
LETTER, MARGIN = 0.56, 20
"""The width of a letter, of its height; and units of a pad that no letter stands in."""


class QuestionView(BoxLayout):
    """The question in the colour of who answers it, and a pad for each answer."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)

    def __init__(self, answers: Sequence[Answer] = (), **kwargs: Any) -> None:
        self.pads: list[Pad] = []
        super().__init__(**kwargs)
        for text, do in answers:
            pad = Pad(text=text, units=LETTERING, size_hint_y=None, height=theme.target)
            pad.bind(on_release=partial(_do, do))
            self.pads.append(pad)
            self.ids.answers.add_widget(pad)

    def columns(self, count: int, width: float, unit: float) -> int:
        """As many pads beside one another as say all they have to in two lines each, in rows as even as can be."""
        most = next((n for n in range(min(count, MOST_BESIDE), 1, -1) if self._fit(width / n / unit)), 1)
        rows = -(-count // most)
        return -(-count // max(1, rows))

    def _fit(self, units: float) -> bool:
        letters = (units - MARGIN) / (LETTERING * LETTER)
        words_said = [len(word) for pad in self.pads for word in pad.text.split()]
        return max(words_said, default=0) <= letters and all(len(pad.text) <= 1.8 * letters for pad in self.pads)


def _do(do: Callable[[], object], _pad: Pad) -> None:
    do()


load_kv(__file__)
