"""A move that is said part by part, where everybody may look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import words
from companion.app.widgets.form_view import FormView
from companion.app.widgets.sheet import Sheet
from companion.games.forms import Form


class FormSheet(Sheet):
    """The form; closing it proposes nothing. ``photo(sheet)`` lets a photo of its cards be chosen."""

    def __init__(
        self, form: Form[Any], callback: Callable[[Any], object], photo: Callable[[FormSheet], None], **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.title = words.head(form.text)
        self.view = FormView(form, callback, lambda: photo(self))
        self.add_widget(self.view)
