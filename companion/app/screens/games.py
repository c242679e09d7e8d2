"""The screens of the saved games and of their copies."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.app_screen import NoticeScreen
from companion.app.painters.question_view import QuestionView, add_pads
from companion.app.sheets.asking import NameSheet
from companion.app.texts.i18n import words
from companion.app.texts.state_text import describe_state
from companion.app.widgets.pad import Pad, Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.journal.course.summaries import Overview, Summary
from companion.locale import Message
from companion.locale.moments import day_and_time


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


PAGE = 20
"""Games listed at once; a pad shows the next ones."""


class StoredGameTarget(Target):
    """The target that resumes one stored game."""

    text = StringProperty("")
    about = StringProperty("")
    when = StringProperty("")
    stands = ListProperty([])
    over = BooleanProperty(False)
    wrong = BooleanProperty(False)
    """Whether the game is damaged."""


class StoredGameRow(BoxLayout):
    """One stored game with the pads to rename and to delete it."""

    def __init__(self, target: StoredGameTarget, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target = target
        self.add_widget(target, index=2)


class GamesScreen(NoticeScreen):
    """The latest games: each can be resumed, renamed and deleted."""

    more: Pad | None = None

    def on_pre_enter(self) -> None:
        """List the newest games."""
        self.ids.games.clear_widgets()
        self.show_games()

    def on_leave(self) -> None:
        """Let the deletion be: it can no longer be undone."""
        self.ids.undo.show(())

    def show_games(self) -> None:
        """List the newest games, as many as were listed before."""
        shown = sum(isinstance(row, StoredGameRow) for row in self.ids.games.children)
        self.ids.games.clear_widgets()
        self.notice = ""
        self._list(0, max(PAGE, shown))
        if not self.ids.games.children and not self.notice:
            self.notice = words._("No saved games yet.")

    def _list(self, offset: int, at_most: int) -> None:
        """Add so many games, and a pad for more of them."""
        try:
            kept, more = App.get_running_app().game_store.kept(at_most, offset)
        except CompanionError as error:
            kept, more, self.notice = (), False, words.say_error(error)
        for one in kept:
            row = StoredGameRow(_target(one))
            row.target.bind(on_release=partial(self._open, one))
            row.ids.rename.disabled = one.error is not None
            row.ids.rename.bind(on_release=partial(self._ask_name, one))
            row.ids.delete.bind(on_release=partial(self._remove, one))
            self.ids.games.add_widget(row)
        self.more = Pad(text=words._("Show more"), tone="bare", size_hint_y=None, height=theme.target) if more else None
        if self.more is not None:
            self.more.bind(on_release=lambda _pad: self._show_more(offset + at_most))
            self.ids.games.add_widget(self.more)

    def _show_more(self, offset: int) -> None:
        self.ids.games.remove_widget(self.more)
        self._list(offset, PAGE)

    def _open(self, kept: Overview, _target: StoredGameTarget) -> None:
        if kept.error is not None:
            self.show_error(kept.error)
        else:
            self.attempt(lambda: App.get_running_app().resume_game(kept.id))

    def _ask_name(self, kept: Overview, _pad: Pad) -> None:
        players = kept.game.players if kept.game is not None else ()
        self.overlay.open(NameSheet(names=[kept.name, *players], callback=partial(self._rename, kept)))

    def _rename(self, kept: Overview, names: Sequence[str]) -> None:
        if self.attempt(lambda: App.get_running_app().rename_game(kept.id, names)):
            self.overlay.close()
            self.show_games()

    def _remove(self, kept: Overview, _pad: Pad) -> None:
        """Delete a game; until the screen is left or another game is deleted, that can be undone."""
        app = App.get_running_app()

        def put_back() -> None:
            self.ids.undo.show(())
            if self.attempt(lambda: app.game_store.put_back(removed)):
                self.show_games()

        try:
            removed = app.remove_game(kept.id)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.show_games()
        text = words._("{name} deleted").format(name=kept.name)
        self.ids.undo.show([QuestionView([(words._("Undo"), put_back)], text=text)])


def _target(kept: Overview) -> StoredGameTarget:
    target = StoredGameTarget(text=kept.name, wrong=kept.error is not None)
    if kept.game is not None:
        target.when = words.say(day_and_time(kept.game.created))
    if kept.game is not None and kept.summary is not None:
        target.stands = list(kept.summary.scores)
        target.over = kept.summary.over
        target.about = describe_state(kept.game, kept.summary)
    if kept.error is not None:
        target.about = _describe_damage(kept.error, kept.summary)
    return target


def _describe_damage(error: CompanionError, summary: Summary | None) -> str:
    why = words.say(Message("{thing}: {reason}", {"thing": error.thing, "reason": error.reason}))
    if summary is None:
        return words._("Cannot continue: {why}").format(why=why)
    return words._("Cannot continue after turn {turn}: {why}").format(turn=summary.turn, why=why)


load_kv(__file__)
