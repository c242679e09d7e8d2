"""Recovery from faults: the app reports what nobody foresaw, and the game goes on."""

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Notice
from companion.app.window.touch_filter import touch_filter
from companion.errors import CompanionError, as_companion_error

REPEAT_INTERVAL = 5.0
"""Seconds within which the same fault is shown once: a timer may raise it many times a second."""

MAX_FAULTS = 20
"""Latest faults kept for tests and reports."""


class Recovery:
    """Handles what is raised in the app's handlers, on the main thread."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.notice: Notice | None = None
        """The notice of a fault that is shown now."""
        self.met: deque[Exception] = deque(maxlen=MAX_FAULTS)
        """The latest faults."""
        self._last_shown: dict[tuple[str, str], float] = {}
        """When each fault was shown last, in seconds of Kivy's clock."""

    def meet(self, error: Exception) -> None:
        """Close what may be half done, show the stored game, and report the error; raise nothing."""
        self.met.append(error)
        now, place = Clock.get_time(), _place(error)
        if now - self._last_shown.get(place, -REPEAT_INTERVAL) < REPEAT_INTERVAL:
            return
        self._last_shown[place] = now
        text = self._report(error)
        with suppress(Exception):  # the terminal may be gone
            as_companion_error(error)
        self._close_sheets()
        with suppress(Exception):  # what cannot be drawn either is on the terminal
            if isinstance(error, CompanionError):
                self._app.root.current_screen.show_notice(words.say_error(error))
            else:
                self._offer(text)

    def offer(self, error: Exception) -> None:
        """Show that something went wrong, and offer a report."""
        self._offer(self._report(error))

    def _report(self, error: Exception) -> str:
        from companion.app.storage import fault

        return fault.report(error, self._shown(), datetime.now())

    def _offer(self, text: str) -> None:
        from companion.app.painters.question_view import add_pads

        self.close_notice()
        touch_filter.note_change()
        self.notice = notice = Notice(size_hint=(0.8, None), pos_hint={"center_x": 0.5, "center_y": 0.5})
        notice.text = words._("Something went wrong. The game is saved.")
        answers = (
            (words._("Save a report"), partial(self._save, notice, text)),
            (words._("Continue"), self.close_notice),
        )
        add_pads(notice.ids.answers, answers)[-1].tone = "main"
        self._app.root.current_screen.add_widget(notice)

    def _save(self, notice: Notice, text: str) -> None:
        """Save the report, and show its path in place of the pad."""
        from companion.app.storage import fault

        try:
            path = fault.save(self._app.folders, text)
        except CompanionError as error:
            notice.text = words.say_error(error)
        else:
            notice.text = words._("Saved as {path}").format(path=path)
            pad = notice.ids.answers.children[-1]
            pad.disabled, pad.opacity = True, 0

    def close_notice(self) -> None:
        """Remove the notice of a fault, if there is one."""
        notice, self.notice = self.notice, None
        if notice is not None and notice.parent is not None:
            touch_filter.note_change()
            notice.parent.remove_widget(notice)

    def _close_sheets(self) -> None:
        """Close the sheet whose handler may have failed; go to the start screen if the game cannot be shown."""
        try:
            screen = self._app.root.current_screen
            screen.overlay.close()
            if screen.shows_game:
                screen.refresh()
        except Exception:  # a second fault of the same cause
            with suppress(Exception):
                self._app.go("start")

    def _shown(self) -> Mapping[str, str]:
        """Return what is on the screen: names of the program, none of the players'."""
        shown: dict[str, str] = {}
        with suppress(Exception):
            screen: AppScreen = self._app.root.current_screen
            shown["screen"] = f"{screen.name}, {Window.width} × {Window.height}, {words.language}"
            shown["sheet"] = type(screen.sheet).__name__
            play = self._app.play
            if play is not None:
                shown["game"] = f"{play.course.rules.name}, {play.seq} entries"
        return shown


def _place(error: BaseException) -> tuple[str, str]:
    """Return the type of an error, and the file and line that raised it."""
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    where = f"{innermost.tb_frame.f_code.co_filename}:{innermost.tb_lineno}" if innermost is not None else ""
    return type(error).__qualname__, where
