"""Keys that mean the same on every screen: Escape, which is Android's back button too, and F11."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.core.window import Window

if TYPE_CHECKING:
    from companion.app.application import CompanionApp

ESCAPE = 27
F11 = (292, 1073741892)
"""As Kivy and as SDL number it."""


class KeyBindings:
    """Hears the keys of the window for the app."""

    def __init__(self, app: CompanionApp) -> None:
        self._app = app

    def attach(self) -> None:
        """Hears them from now on."""
        Window.bind(on_keyboard=self._pressed)

    def _pressed(self, _window: object, key: int, *_: object) -> bool:
        if key in F11:
            toggle_full_screen()
            return True
        return key == ESCAPE and self._step_back()

    def _step_back(self) -> bool:
        """One step: out of a sheet, to the screen before; from the first screen out, if that is what is wanted."""
        from companion.app.widgets.screen_keyboard import (
            hide_keyboard,  # where nothing was ever written, they are not there
        )

        root = self._app.root
        if hide_keyboard() or root.current_screen.step_back():
            return True
        if root.current == "start":
            root.current_screen.ask_to_quit()
        else:
            self._app.go(root.current_screen.back_to)
        return True


def toggle_full_screen() -> None:
    """The whole screen, or a window again."""
    Window.fullscreen = False if Window.fullscreen else "auto"
