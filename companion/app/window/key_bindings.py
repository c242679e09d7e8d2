"""Keys with the same meaning on every screen: Escape, which is also Android's back button, and F11."""

from kivy.app import App
from kivy.core.window import Window

ESCAPE = 27
F11 = (292, 1073741892)
"""The key codes of F11 in Kivy and in SDL."""


class KeyBindings:
    """Handles the window's keys for the app."""

    def __init__(self, app: App) -> None:
        self._app = app

    def attach(self) -> None:
        """Handle the keys from now on."""
        Window.bind(on_keyboard=self._pressed)

    def _pressed(self, _window: object, key: int, *_: object) -> bool:
        if key in F11:
            toggle_full_screen()
            return True
        return key == ESCAPE and self.step_back()

    def step_back(self) -> bool:
        """Close the keyboard or a sheet, else show the previous screen; on the first screen, ask whether to quit."""
        # Loaded late: an app in which nobody types never needs it.
        from companion.app.widgets.screen_keyboard import hide_keyboard

        root = self._app.root
        if hide_keyboard() or root.current_screen.step_back():
            return True
        if root.current == "start":
            root.current_screen.ask_to_quit()
        else:
            self._app.go(root.current_screen.back_to)
        return True


def toggle_full_screen() -> None:
    """Switch between full screen and a window."""
    Window.fullscreen = False if Window.fullscreen else "auto"
