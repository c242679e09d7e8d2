"""Copies of all games: of the last evenings, made now, or restored."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import ObjectProperty, StringProperty

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.errors import CompanionError


class CopiesScreen(AppScreen):
    """A tap restores a copy; another takes that back, since the games before it are kept in a file."""

    notice = StringProperty("")
    before = ObjectProperty(None, allownone=True)
    """The file with the games that were kept before a copy was restored."""
    back_to = "games"

    def on_pre_enter(self) -> None:
        """List the copies."""
        self.notice, self.before = "", None
        self._list()

    def copy_now(self) -> None:
        """Copy all games, and show the file."""
        try:
            made = App.get_running_app().game_store.copy_now()
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.notice = words._("All games are backed up in {file}").format(file=made)
        self._list()

    def _list(self) -> None:
        self.ids.copies.clear_widgets()
        for copy in App.get_running_app().game_store.copies():
            pad = Pad(text=copy.stem, units=24)
            pad.size_hint_y, pad.height = None, theme.target
            pad.bind(on_release=partial(self._chosen, copy))
            self.ids.copies.add_widget(pad)

    def _chosen(self, copy: Path, _pad: Any) -> None:
        notice = words._("Restored the backup of {copy}. The previous games are in {file}")
        self._restore(copy, notice.format(copy=copy.stem, file="{file}"))

    def take_back(self) -> None:
        """Restore the games that were kept before a copy was restored."""
        self._restore(self.before, words._("Undid the restore. The games of the backup are in {file}"))

    def _restore(self, file: Path, notice: str) -> None:
        try:
            restored = App.get_running_app().restore_copy(file)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.notice, self.before = notice.replace("{file}", str(restored.kept)), restored.kept


load_kv(__file__)
