"""The sheet for putting a game away: which bag takes what, and how it is laid out again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.sheets.rules import RulesSheet
from companion.app.window.kv_loader import load_kv
from companion.games.sheet import Section


class PutAwaySheet(RulesSheet):
    """The list of what lies where; a camera checks a table that was laid again."""

    screen = ObjectProperty()
    """The game's screen."""
    checked_here = True
    """Whether the pad next to the list checks the table."""
    checkable = BooleanProperty(False)
    """Whether a camera can check it."""

    def __init__(self, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(sections=sections, **kwargs)
        self.checkable = self.checked_here and self.screen.can_check_table


load_kv(__file__)
