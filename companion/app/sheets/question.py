"""The sheet of a proposal that a player must confirm."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import ObjectProperty

from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class QuestionSheet(Sheet):
    """The question and a pad for each answer; closing the sheet drops the proposal."""

    screen = ObjectProperty()
    """The game's screen."""
    question = ObjectProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = words.head(self.question.text)
        for number, choice in enumerate(self.question.choices):
            pad = Pad(text=words.head(choice.text), units=24, tone="main" if number == 0 else "plain")
            pad.bind(on_release=partial(self._confirm, number))
            self.ids.choices.add_widget(pad)

    def dismiss(self) -> None:
        """Drop the proposal."""
        self.screen.dismiss(self.question)

    def close(self) -> None:
        """Drop the proposal."""
        self.dismiss()

    def _confirm(self, number: int, _pad: Pad) -> None:
        self.screen.confirm(self.question, number)


load_kv(__file__)
