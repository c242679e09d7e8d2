"""The rules as this table plays them, for a look in the middle of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.app.kv import load_beside
from companion.app.theme import theme
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.app.words import words
from companion.games.sheet import Section


class RulesSheet(Sheet):
    """The cheat sheet in force, each line with its rule's number."""

    glance = True

    def __init__(self, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for section in sections:
            self._line(f"[b]{words.say(section.title)}[/b]", 27)
            for line in section.lines:
                rule = f"  [size={theme.unit * 17:.0f}]{line.rule}[/size]" if line.rule else ""
                self._line(f"{words.say(line.text)}{rule}", 23)

    def _line(self, text: str, units: int) -> None:
        self.ids.lines.add_widget(Wrapped(text=text, markup=True, units=units))


load_beside(__file__)
