"""The manager of the app's screens."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.app.swipe import is_swipe_back, release
from companion.app.theme import theme


class InstantTransition(NoTransition):
    """Replaces one screen by another at once; Kivy's own transition shows both for a frame."""

    def start(self, manager: ScreenManager) -> None:
        """Stop the transition right after its start."""
        super().start(manager)
        self._anim.stop(self)


class AppScreenManager(ScreenManager):
    """The screens on the theme's background."""

    swipe_callback = ObjectProperty(None, allownone=True)
    """Called after a swipe back; returns whether it led anywhere."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            self._colour = Color(*theme.ground)
            ground = Rectangle(size=self.size)
        self.bind(size=lambda _stage, size: setattr(ground, "size", size))

    def on_touch_up(self, touch: Any) -> bool:
        """Lead back after a swipe from the left edge."""
        swiped = self.swipe_callback is not None and is_swipe_back(touch.opos, touch.pos, self.width)
        if swiped and self.swipe_callback():
            release(touch)
            return True
        return bool(super().on_touch_up(touch))

    def paint(self) -> None:
        """Use the theme's current background."""
        self._colour.rgba = theme.ground
