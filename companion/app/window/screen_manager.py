"""The manager of the app's screens, and the swipe from the left edge that leads back as Android's does."""

from typing import Any

from kivy.core.image import Image
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.app.window.theme import theme

EDGE_DP = 20
"""Width of the strip at the left edge in which a swipe begins."""
SHARE = 0.2
"""Share of the window's width that a swipe crosses."""
STEEPNESS = 0.5
"""Largest height of a swipe, as a share of its width."""


def is_swipe_back(start: tuple[float, float], end: tuple[float, float], width: float) -> bool:
    """Return whether a touch that moved from one point to another is a swipe back.

    Args:
        start: Where it began, in pixels.
        end: Where it ended.
        width: The width of the window in pixels.
    """
    across, up = end[0] - start[0], abs(end[1] - start[1])
    return start[0] <= dp(EDGE_DP) and across >= SHARE * width and up <= STEEPNESS * across


def release(touch: Any) -> None:
    """Take a touch from the widgets that it pressed: it is no tap."""
    for reference in list(touch.grab_list):
        widget = reference()
        if widget is not None:
            touch.ungrab(widget)
            if getattr(widget, "state", None) == "down":
                widget.state = "normal"


class InstantTransition(NoTransition):
    """Replaces one screen by another at once; Kivy's own transition shows both for a frame."""

    screen_in = ObjectProperty(None, allownone=True)
    screen_out = ObjectProperty(None, allownone=True)

    def start(self, manager: ScreenManager) -> None:
        """Stop the transition right after its start, and release its screens: one of them may be removed later."""
        super().start(manager)
        self._anim.stop(self)
        self.screen_in = self.screen_out = None


class AppScreenManager(ScreenManager):
    """The screens; below them is the window, cleared in the theme's background."""

    swipe_callback = ObjectProperty(None, allownone=True)
    """Called after a swipe back; returns whether it led anywhere."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Kivy clips a screen that slides in. None does here, and clipping costs two layers of the window's size.
        self.canvas.before.clear()
        self.canvas.after.clear()

    def export_as_image(self, *arguments: Any, **kwargs: Any) -> Image:
        """Return a picture of the screen on the theme's background."""
        ground = InstructionGroup()
        ground.add(Color(*theme.ground))
        ground.add(Rectangle(pos=self.pos, size=self.size))
        self.canvas.before.add(ground)
        try:
            return super().export_as_image(*arguments, **kwargs)
        finally:
            self.canvas.before.remove(ground)

    def on_touch_up(self, touch: Any) -> bool:
        """Lead back after a swipe from the left edge."""
        swiped = self.swipe_callback is not None and is_swipe_back(touch.opos, touch.pos, self.width)
        if swiped and self.swipe_callback():
            release(touch)
            return True
        return bool(super().on_touch_up(touch))
