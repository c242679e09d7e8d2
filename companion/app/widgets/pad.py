"""Targets and buttons."""

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.app.widgets.half_turn import Filled
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import Colour, theme

SMALLEST_UNITS = 11
"""Smallest height of letters, in units of the design."""
WIDTH_FACTOR = 1.62
"""Height of letters for the width of one, margins included."""


LONG_PRESS = 0.6
"""Seconds after which a press is a long one, which explains what it is on."""


class Target(ButtonBehavior, Filled):
    """Anything that can be tapped, not smaller than the theme's smallest target."""

    _explain_later: Any = None
    spacious = BooleanProperty(True)
    """Whether it takes the space of the smallest target; otherwise it may be smaller, and then takes no tap."""
    explanation = StringProperty("")
    """What a long press shows about it, if :meth:`explain` does not return more; empty for nothing."""
    outlined = BooleanProperty(False)
    """Whether a line shows that it can be tapped, and whether it is pressed."""
    line = ColorProperty(theme.outline)
    """The colour of that line while it is not pressed."""
    line_units = NumericProperty(1)
    """Width of that line then, in units."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches on a disabled target from what lies below.

        Kivy compares them with its place in its parent, though they are in its own coordinates by then.
        """
        if self.disabled:
            return bool(self.collide_point(*touch.pos))
        taken = bool(super().on_touch_down(touch))
        if touch.grab_current is None and self.state == "down" and self.explanation:
            late = Clock.time() - Clock.get_time()  # the clock counts from the last frame
            self._explain_later = Clock.schedule_once(lambda _seconds: self._wait_a_frame(touch), LONG_PRESS + late)
        return taken

    def on_touch_up(self, touch: Any) -> bool:
        """End a press before it is a long one."""
        if self._explain_later is not None:
            self._explain_later.cancel()
            self._explain_later = None
        return bool(super().on_touch_up(touch))

    def explain(self) -> str:
        """Return what a long press shows."""
        return str(self.explanation)

    def _wait_a_frame(self, touch: Any) -> None:
        """Explain in the next frame: of a finger that was lifted during a slow one, the app learns after it."""
        self._explain_later = Clock.schedule_once(lambda _seconds: self._explain(touch))

    def _explain(self, touch: Any) -> None:
        """Show what this is, turned to whoever sees it upright; the press then does nothing else."""
        touch.ungrab(self)
        self.state, self._explain_later = "normal", None
        turned, above = False, self.parent
        while above is not None and above is not above.parent:
            turned, above = turned or getattr(above, "turned", False), above.parent
        App.get_running_app().root.current_screen.show_explanation(self.explain(), turned)


class RaisedTarget(Target):
    """A target that stands out from what is around it."""


class Pad(Target):
    """A button: a text, an icon above or left of it, or both; ``tone`` is how prominent it is."""

    text = StringProperty("")
    icon = StringProperty("")
    units = NumericProperty(20)
    tone = OptionProperty("plain", options=["plain", "main", "bare"])
    chosen = BooleanProperty(False)
    icon_left = BooleanProperty(False)
    """Whether the icon is left of the text."""
    pale = BooleanProperty(False)
    """Drawn as not possible now; a tap still shows why."""
    ink = ColorProperty(theme.ink)

    @staticmethod
    def fitting(text: str, width: float, unit: float, units: float) -> float:
        """Return the height of letters below an icon in pixels: as requested, or as small as one line needs."""
        return max(unit * SMALLEST_UNITS, min(unit * units, WIDTH_FACTOR * width / max(1, len(text))))

    def fill_now(self, state: str, tone: str, chosen: bool, pale: bool) -> Colour:
        """Return the colour of the button."""
        if pale:
            return theme.panel
        if tone == "main" or chosen:
            return theme.ink if state == "down" else theme.accent
        if state == "down":
            return theme.pressed
        return [0, 0, 0, 0] if tone == "bare" else theme.raised

    def ink_now(self, tone: str, chosen: bool, pale: bool) -> Colour:
        """Return the colour of text and icon."""
        if pale:
            return theme.edge
        return theme.on_accent if tone == "main" or chosen else theme.ink


load_kv(__file__)
