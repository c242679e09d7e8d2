"""The sheet of the options that a table chooses for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.app.painters.form import FormPart
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class HouseRulesSheet(Sheet):
    """The options; each tap takes effect at once."""

    def __init__(self, parts: Sequence[FormPart], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for part in parts:
            if part.parent is not None:
                part.parent.remove_widget(part)
            self.ids.options.add_widget(part)


load_kv(__file__)
