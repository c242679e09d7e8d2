"""Copies of all games: of the last evenings, made now, or restored."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from kivy.app import App
from kivy.properties import ObjectProperty

from companion.app.app_screen import NoticeScreen
from companion.app.painters.question_view import add_pads
from companion.app.texts.i18n import words
from companion.app.window.kv_loader import load_kv


class CopiesScreen(NoticeScreen):
    """A tap restores a copy; another takes that back, since the games before it are kept in a file."""

    before = ObjectProperty(None, allownone=True)
    """The file with the games that were kept before a copy was restored."""
    back_to = "games"

    def on_pre_enter(self) -> None:
        """List the copies."""
        self.notice, self.before = "", None
        self._list()

    def copy_now(self) -> None:
        """Copy all games, and show the file."""

        def copy() -> None:
            made = App.get_running_app().game_store.copy_now()
            self.notice = words._("All games are backed up in {file}").format(file=made)
            self._list()

        self.attempt(copy)

    def _list(self) -> None:
        self.ids.copies.clear_widgets()
        kept = App.get_running_app().game_store.copies()
        add_pads(self.ids.copies, [(copy.stem, partial(self._chosen, copy)) for copy in kept])

    def _chosen(self, copy: Path) -> None:
        notice = words._("Restored the backup of {copy}. The previous games are in {file}")
        self._restore(copy, notice.format(copy=copy.stem, file="{file}"))

    def take_back(self) -> None:
        """Restore the games that were kept before a copy was restored."""
        self._restore(self.before, words._("Undid the restore. The games of the backup are in {file}"))

    def _restore(self, file: Path, notice: str) -> None:
        def restore() -> None:
            restored = App.get_running_app().restore_copy(file)
            self.notice, self.before = notice.replace("{file}", str(restored.kept)), restored.kept

        self.attempt(restore)


load_kv(__file__)
