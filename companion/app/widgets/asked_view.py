"""Something that a game waits for, and what can be tapped to answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_beside
from companion.app.theme import theme
from companion.app.widgets.pad import Pad

Answer = tuple[str, Callable[[], object]]
"""What a pad says, and what its tap does."""


class AskedView(BoxLayout):
    """The question in the colour of who answers it, and a pad for each answer."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)

    def __init__(self, answers: Sequence[Answer] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pads = []
        for text, do in answers:
            pad = Pad(text=text, units=20, size_hint_y=None, height=theme.target)
            pad.bind(on_release=partial(_do, do))
            self.pads.append(pad)
            self.ids.answers.add_widget(pad)


def _do(do: Callable[[], object], _pad: Pad) -> None:
    do()


load_beside(__file__)
