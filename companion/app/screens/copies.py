"""Copies of all games: those of the last evenings, one made now, and any of them brought back."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import StringProperty

from companion.app.kv import load_beside
from companion.app.page import Page
from companion.app.theme import theme
from companion.app.widgets.pad import Pad
from companion.app.words import words
from companion.errors import CompanionError


class CopiesScreen(Page):
    """Every copy is a tap away; a second tap brings it back, and what is kept now stays beside it."""

    notice = StringProperty("")
    back_to = StringProperty("games")

    def on_pre_enter(self) -> None:
        self.notice = ""
        self._list()

    def copy_now(self) -> None:
        """Copies everything, and says where to."""
        try:
            made = App.get_running_app().shelf.copy_now()
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.notice = words._("Every game is copied to {file}").format(file=made)
        self._list()

    def _list(self) -> None:
        self._asked: Path | None = None
        self.ids.copies.clear_widgets()
        for copy in App.get_running_app().shelf.copies():
            pad = Pad(text=copy.stem, units=24)
            pad.size_hint_y, pad.height = None, theme.target
            pad.bind(on_release=partial(self._chosen, copy))
            self.ids.copies.add_widget(pad)

    def _chosen(self, copy: Path, _pad: Any) -> None:
        if self._asked != copy:
            self._asked = copy
            asked = words._("Tap {copy} once more to go back to its games; those kept now stay beside them.")
            self.notice = asked.format(copy=copy.stem)
            return
        self._asked = None
        try:
            brought = App.get_running_app().bring_back(copy)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        said = words._("The games of {copy} are kept here now; what was here is in {file}")
        self.notice = said.format(copy=copy.stem, file=brought.kept)


load_beside(__file__)
