"""The base of every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.screenmanager import Screen

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Notice, Sheet
from companion.app.window.overlay import Overlay
from companion.errors import CompanionError


class AppScreen(Screen):
    """A screen, over which its ``overlay`` shows sheets and notices."""

    overlay: Overlay
    shows_game = False
    """Whether the game in progress is shown here."""
    interval = 0.0
    """Seconds between two calls of :meth:`follow` while it is shown; 0 for none."""
    _explanation: Notice | None = None
    back_to = "start"
    """The name of the screen to which Back leads."""

    def __init__(self, **kwargs: Any) -> None:
        self._following = Clock.create_trigger(self.follow, self.interval, interval=True)
        self.overlay = Overlay(self)
        super().__init__(**kwargs)
        self.bind(on_pre_enter=self._appear, on_leave=self._vanish)
        words.bind(language=self.refresh)

    def refresh(self, *_: object) -> None:
        """Show again what no kv rule shows, such as in another language."""

    def follow(self, seconds: float) -> None:
        """Show what has changed outside of the app meanwhile."""

    def _appear(self, _screen: AppScreen) -> None:
        if self.interval:
            self._following()

    def _vanish(self, _screen: AppScreen) -> None:
        self._following.cancel()
        self.overlay.close()
        self.overlay.dismiss()

    @property
    def holds_work(self) -> bool:
        """Whether it holds what players entered and is stored nowhere else."""
        return False

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown over the screen, or None."""
        return self.overlay.sheet

    def lead_to(self, screen: str) -> None:
        """Show another screen whose Back leads here."""
        app = App.get_running_app()
        app.go(screen)
        app.root.current_screen.back_to = self.name

    def step_back(self) -> bool:
        """Close the sheet that is shown; return False if there is none."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def show_explanation(self, text: str, turned: bool) -> None:
        """Show what was pressed long, in place of an earlier explanation, until it is tapped."""
        if self._explanation is not None:
            self.remove_widget(self._explanation)
        self._explanation = Notice(text=text, turned=turned, close_callback=self._forget_explanation)
        self.add_widget(self._explanation)

    def on_touch_down(self, touch: Any) -> bool:
        """Remove an explanation on any touch, which has its usual effect elsewhere."""
        if self._explanation is not None and not self._explanation.collide_point(*touch.pos):
            self._forget_explanation()
        return bool(super().on_touch_down(touch))

    def _forget_explanation(self) -> None:
        if self._explanation is not None:
            self.remove_widget(self._explanation)
            self._explanation = None

    def show_notice(self, why: str) -> None:
        """Show why something is not possible: in the open sheet, or as a notice until it is tapped."""
        self.overlay.show_notice(why)

    def attempt(self, act: Callable[[], object]) -> bool:
        """Call ``act``; return False and show why if it raises a ``CompanionError``."""
        try:
            act()
        except CompanionError as error:
            self.show_error(error)
            return False
        return True

    def show_error(self, error: CompanionError) -> None:
        """Show the players an error."""
        self.show_notice(words.say_error(error))


class NoticeScreen(AppScreen):
    """A screen with a place of its own for a ``notice``, which an open sheet covers."""

    notice = StringProperty("")

    def show_error(self, error: CompanionError) -> None:
        """Show an error in the open sheet, or in its place on the screen."""
        if self.sheet is not None:
            super().show_error(error)
        else:
            self.notice = words.say_error(error)
