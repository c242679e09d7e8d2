"""The sheet of a decision that is made field by field, for all to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import words
from companion.app.widgets.form_view import FormView
from companion.app.widgets.sheet import Sheet
from companion.games.decisions import Decision


class FormSheet(Sheet):
    """A decision; closing it proposes nothing.

    Args:
        decision: The decision.
        callback: Called with the move; returns whether the rules accept it.
        photo: Called with this sheet to choose a photo of its cards.
        **kwargs: Properties of the widget.
    """

    def __init__(
        self,
        decision: Decision[Any],
        callback: Callable[[Any], object],
        photo: Callable[[FormSheet], None],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.title = words.head(decision.text)
        self.view = FormView(decision, callback, lambda: photo(self))
        self.add_widget(self.view)
