"""Where the app's screens are shown, one at a time."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.app.theme import theme


class InstantTransition(NoTransition):
    """The one screen is gone as the other comes; Kivy's own transition shows both over one another for a frame."""

    def start(self, manager: ScreenManager) -> None:
        super().start(manager)
        self._anim.stop(self)


class AppScreenManager(ScreenManager):
    """The screens on the theme's ground."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            self._colour = Color(*theme.ground)
            ground = Rectangle(size=self.size)
        self.bind(size=lambda _stage, size: setattr(ground, "size", size))

    def paint(self) -> None:
        """Takes the theme's ground as it is now."""
        self._colour.rgba = theme.ground
