"""What every screen can do."""

from __future__ import annotations

from kivy.app import App
from kivy.uix.screenmanager import Screen

from companion.app.overlay import Overlay
from companion.app.widgets.notice import Notice
from companion.app.widgets.sheet import Sheet


class AppScreen(Screen):
    """A screen. One over which sheets lie has a ``host`` for them."""

    overlay: Overlay | None = None
    back_to = "start"
    """The screen to which the way back leads."""

    @property
    def sheet(self) -> Sheet | None:
        """What lies over the screen now."""
        return self.overlay.sheet if self.overlay is not None else None

    def lead_to(self, screen: str) -> None:
        """Shows another screen, from which the way back leads here."""
        app = App.get_running_app()
        app.go(screen)
        app.root.current_screen.back_to = self.name

    def step_back(self) -> bool:
        """Closes what lies over the screen as its player would; False where nothing does."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def show_notice(self, why: str) -> None:
        """Says what went wrong, over what was said before, until it is tapped."""
        notice: Notice = Notice(text=why, close_callback=lambda: self.remove_widget(notice))
        self.add_widget(notice)
