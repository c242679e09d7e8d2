"""What the app does once something that nobody foresaw was raised: it says so, offers a report, and goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.core.window import Window

from companion.app import fault
from companion.app.app_screen import AppScreen
from companion.app.game_screen import GameScreen
from companion.app.i18n import words
from companion.app.touch_filter import touch_filter
from companion.app.widgets.fault_notice import FaultNotice
from companion.errors import CompanionError, as_companion_error

if TYPE_CHECKING:
    from companion.app.application import CompanionApp

QUIET = 5.0
"""Seconds in which the same fault is shown once: one of a timer comes back many times a second."""

REMEMBERED = 20
"""Faults that are kept for whoever asks."""


class Recovery:
    """Meets what is raised in the app's handlers, on the screen's thread."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app
        self.notice: FaultNotice | None = None
        """What is shown of a fault now."""
        self.met: deque[Exception] = deque(maxlen=REMEMBERED)
        """The latest faults."""
        self._shown_last: dict[tuple[str, str], float] = {}
        """By fault: when it was shown, in seconds of Kivy's clock."""

    def meet(self, error: Exception) -> None:
        """Closes what may be half done, shows the game as it is kept, and says what happened. Raises nothing."""
        self.met.append(error)
        now, place = Clock.get_time(), _place(error)
        if now - self._shown_last.get(place, -QUIET) < QUIET:
            return
        self._shown_last[place] = now
        text = self._report(error)
        with suppress(Exception):  # the terminal may be gone
            as_companion_error(error)
        self._clear_up()
        with suppress(Exception):  # what cannot be drawn either is on the terminal
            if isinstance(error, CompanionError):
                self._app.root.current_screen.show_notice(words.say_error(error))
            else:
                self._offer(text)

    def offer(self, error: Exception) -> None:
        """Says that something went wrong, and offers a report of it."""
        self._offer(self._report(error))

    def _report(self, error: Exception) -> str:
        return fault.report(error, self._shown(), datetime.now())

    def _offer(self, text: str) -> None:
        self._put_away()
        touch_filter.note_change()
        save_callback = partial(fault.save, self._app.folders, text)
        self.notice = FaultNotice(save_callback=save_callback, close_callback=self._put_away)
        self._app.root.current_screen.add_widget(self.notice)

    def _put_away(self) -> None:
        notice, self.notice = self.notice, None
        if notice is not None and notice.parent is not None:
            touch_filter.note_change()
            notice.parent.remove_widget(notice)

    def _clear_up(self) -> None:
        """No sheet stays whose handler failed; if the screen cannot show its game, the first screen is shown."""
        try:
            screen = self._app.root.current_screen
            if screen.overlay is not None:
                screen.overlay.close()
            if isinstance(screen, GameScreen):
                screen.refresh()
        except Exception:  # a second fault of the same cause
            with suppress(Exception):
                self._app.go("start")

    def _shown(self) -> Mapping[str, str]:
        """What is on the screen: names of the program's, none of the players'."""
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
    """The kind of error, and where it was raised."""
    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    where = f"{innermost.tb_frame.f_code.co_filename}:{innermost.tb_lineno}" if innermost is not None else ""
    return type(error).__qualname__, where
