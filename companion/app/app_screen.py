"""The base of every screen."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.uix.screenmanager import Screen

from companion.app.widgets.notice import Notice
from companion.app.widgets.sheet import Sheet
from companion.app.window.overlay import Overlay


class AppScreen(Screen):
    """A screen; one that shows sheets has an ``overlay``."""

    overlay: Overlay | None = None
    shows_game = False
    """Whether the game in progress is shown here."""
    _explanation: Notice | None = None
    back_to = "start"
    """The name of the screen to which Back leads."""

    @property
    def holds_work(self) -> bool:
        """Whether it holds what players entered and is stored nowhere else."""
        return False

    @property
    def sheet(self) -> Sheet | None:
        """The sheet that is shown over the screen, or None."""
        return self.overlay.sheet if self.overlay is not None else None

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
        """Show a notice until it is tapped."""
        notice: Notice = Notice(text=why, close_callback=lambda: self.remove_widget(notice))
        self.add_widget(notice)
