"""The sheet with the rules as this table plays them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.sheet import Section


class RulesSheet(Sheet):
    """The cheat sheet in force, each line with its rule's number."""

    read_only = True

    def __init__(self, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for line in lines_of(sections):
            self.ids.lines.add_widget(line)


def lines_of(sections: Sequence[Section]) -> Iterator[Wrapped]:
    """Yield a widget for each section's title and for each line."""
    for section in sections:
        yield Wrapped(text=f"[b]{words.say(section.title)}[/b]", markup=True, units=27)
        for line in section.lines:
            rule = f"  [size={theme.unit * 17:.0f}]{line.rule}[/size]" if line.rule else ""
            yield Wrapped(text=f"{words.say(line.text)}{rule}", markup=True, units=23)


load_kv(__file__)
