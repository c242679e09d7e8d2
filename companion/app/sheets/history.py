"""Everything that happened, to be read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import ObjectProperty

from companion.app.kv import load_beside
from companion.app.theme import theme
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.app.words import words
from companion.journal.course import REDO, UNDO, Telling


class HistorySheet(Sheet):
    """A sentence a line, the latest first; what was taken back is pale and struck out."""

    glance = True
    page = ObjectProperty(None, allownone=True, rebind=True)
    """The game's screen."""
    seat = ObjectProperty(None, allownone=True)
    """Who asked for it; None: nobody in particular."""

    def __init__(self, tellings: Sequence[Telling], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for telling in reversed(tellings):
            said = words.say(telling.message)
            gone = not telling.stands and telling.entry.move not in (UNDO, REDO)
            line = Wrapped(text=f"[s]{said}[/s]" if gone else said, markup=True, units=23)
            line.color = theme.quiet if gone else theme.ink
            self.ids.lines.add_widget(line)


load_beside(__file__)
