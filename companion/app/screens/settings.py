"""What players set once: language, colours, which way the far side reads."""

from __future__ import annotations

from typing import Any

from kivy.app import App

from companion.app.kv import load_beside
from companion.app.looks import LOOKS
from companion.app.page import Page
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.text import Wrapped
from companion.app.words import words
from companion.locale.languages import LANGUAGES


class SettingsScreen(Page):
    """Each tap counts at once, and is kept."""

    def on_pre_enter(self) -> None:
        self.show()

    def show(self, *_: object) -> None:
        """Every setting as it is."""
        self.ids.rows.clear_widgets()
        settings = App.get_running_app().settings
        self.fields: dict[str, ChoiceField] = {}
        looks = dict(zip(LOOKS, (words._("by day"), words._("by night")), strict=True))
        ways = {True: words._("turned to its player"), False: words._("as the near side reads")}
        asks = {False: words._("is asked about first"), True: words._("counts at once")}
        self._ask("language", words._("Language"), settings.language, LANGUAGES)
        self._ask("look", words._("Colours"), settings.look, looks)
        self._ask("far_side_turned", words._("The far side is shown"), settings.far_side_turned, ways)
        self._ask("camera_counts_at_once", words._("What a camera sees"), settings.camera_counts_at_once, asks)

    def _ask(self, name: str, asked: str, value: object, choices: Any) -> None:
        field = ChoiceField(value=value, choices=list(choices.items()))
        field.bind(value=lambda _field, chosen: self._set(name, chosen))
        self.fields[name] = field
        self.ids.rows.add_widget(Wrapped(text=asked, units=22))
        self.ids.rows.add_widget(field)

    def _set(self, name: str, value: Any) -> None:
        app = App.get_running_app()
        if name == "language":
            words.language = value
            self.show()
        elif name == "look":
            app.wear(value)
        else:
            app.set(name, value)


load_beside(__file__)
