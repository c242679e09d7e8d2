"""Sheets that ask: a text with what can be done about it, and the names of a game and its players."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.app.painters.question_view import Answer, add_pads
from companion.app.texts.i18n import words
from companion.app.widgets.name_field import NameField
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.names import normalize_name


class NameSheet(Sheet):
    """A game's name and its players'; ``callback(names)`` gets them, the game's first."""

    names = ListProperty([])
    callback = ObjectProperty()

    def on_kv_post(self, _base: Any) -> None:
        """Show a field for each name."""
        self.title = words._("Rename")
        self.fields: list[NameField] = []
        for number, name in enumerate(self.names):
            label = words._("Player {n}").format(n=number) if number else words._("Game")
            field = NameField(hint_text=name, foreground_color=theme.ink, size_hint_y=None, height=theme.target)
            field.bind(on_text_validate=self.take)
            self.fields.append(field)
            self.ids.names.add_widget(Text(text=label, halign="left", size_hint_x=0.3, units=20, color=theme.quiet))
            self.ids.names.add_widget(field)

    def take(self, *_: object) -> None:
        """Take the names that were typed; those of empty fields stay."""
        typed = [normalize_name(field.text) or old for field, old in zip(self.fields, self.names, strict=True)]
        if typed == list(self.names):
            self.notice = words._("Enter a name.")
        else:
            self.callback(typed)


class AskingSheet(Sheet):
    """A text above a pad for each answer, the usual one last."""

    text = StringProperty("")

    def __init__(self, answers: Sequence[Answer], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pads = add_pads(self.ids.answers, answers)
        self.pads[-1].tone = "main"


load_kv(__file__)
