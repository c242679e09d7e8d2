"""The sheet of a text and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import StringProperty

from companion.app.painters.question_view import Answer, add_pads
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class AskingSheet(Sheet):
    """A text above a pad for each answer, the usual one last."""

    text = StringProperty("")

    def __init__(self, answers: Sequence[Answer], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pads = add_pads(self.ids.answers, answers)
        self.pads[-1].tone = "main"


load_kv(__file__)
