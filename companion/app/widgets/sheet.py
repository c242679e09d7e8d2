"""What lies over a screen: sheets, trays at one edge of the board, notices, banners, and the veil of the past."""

import math
from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.scrollview import ScrollView

from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


class Banner(Target):
    """Shown until it is tapped or the next move is made."""

    text = StringProperty("")
    both = BooleanProperty(True)
    """Whether it is shown to the far side too."""
    close_callback = ObjectProperty()

    def on_release(self, *_: Any) -> None:
        """Close the banner."""
        self.close_callback()


class PastVeil(RelativeLayout):
    """A pale veil with a text for both sides, which keeps touches from the board."""

    text = StringProperty("")
    both = BooleanProperty(True)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from the board."""
        return bool(self.collide_point(*touch.pos))


class Notice(Target, HalfTurn):
    """Why something is not possible, or what went wrong; a tap removes it, unless its ``answers`` hold pads."""

    text = StringProperty("")
    close_callback = ObjectProperty()

    def on_release(self) -> None:
        """Remove the notice."""
        if not self.ids.answers.children:
            self.close_callback()


class Sheet(HalfTurn):
    """A title, a way to close it, and ``content`` below; ``notice`` shows why something is not possible."""

    title = StringProperty("")
    notice = StringProperty("")
    close_callback = ObjectProperty(None, allownone=True)
    """Called when the player closes it."""
    waits = StringProperty("")
    """Who waits for an answer behind it; empty for nobody."""
    waiting_callback = ObjectProperty(None, allownone=True)
    """Called when the player wants to see what waits."""
    offered = BooleanProperty(False)
    """Whether the app opened it by itself, and nobody has touched it yet."""
    read_only = False
    """Whether it only shows something: a choice in progress is then shown again once it is closed."""
    is_choice = False
    """Whether a player chooses a move on it."""

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Add children of the kv rule to the content below the title."""
        room = self.ids.get("content")
        if room is None:
            super().add_widget(widget, *args, **kwargs)
        else:
            room.add_widget(widget, *args, **kwargs)

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what lies below."""
        if self.collide_point(*touch.pos):
            self.offered = False
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def show_waiting(self) -> None:
        """Show what waits; this sheet is shown again afterwards."""
        if self.waiting_callback is not None:
            self.waiting_callback()

    def close(self) -> None:
        """Close the sheet."""
        if self.close_callback is not None:
            self.close_callback()


class Tray(HalfTurn):
    """A panel at the near or the far edge."""

    far = BooleanProperty(False)
    """Whether it lies at the far edge."""
    covers = NumericProperty(0)
    """Pixels from its edge over which it lies, with what it shows above itself."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what lies below."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


LEAST_BOARD_DP, LEAST_BOARD_UNITS = 84, 140
"""Height of the board that a tray leaves in view; ``below_board`` of its parent comes on top, if there is one."""


class TraySheet(Tray, Sheet):
    """A sheet as a tray, ``needed`` pixels high, at the edge of the player who uses it.

    Where the board would have no room beside it, it is lower, and scrolls.
    """

    needed = NumericProperty(200)
    limit = NumericProperty(math.inf)
    """The largest height that leaves the board in view, in pixels."""

    def __init__(self, **kwargs: Any) -> None:
        self._scroll: ScrollView | None = None
        super().__init__(**kwargs)
        self.fbind("parent", self._follow_parent)
        for name in ("needed", "notice", "waits"):
            self.fbind(name, self._fit)

    def on_turned(self, *_: Any) -> None:
        """Move to the edge of the player to whom it is turned."""
        self.far = self.turned
        self.pos_hint = {"top": 1} if self.turned else {"y": 0}

    def _follow_parent(self, _tray: Any, parent: Any) -> None:
        if parent is not None:
            parent.bind(height=self._fit)
            self._fit()

    def _fit(self, *_: Any) -> None:
        if self.parent is None:
            return
        # Kivy's language gives a property that it creates its value only once all rules are applied.
        board = max(dp(LEAST_BOARD_DP), theme.unit * LEAST_BOARD_UNITS) + (getattr(self.parent, "below_board", 0) or 0)
        above = self.covers - self.height
        self.limit = max(theme.target, self.parent.height - board - above)
        scrolls, drawn = self.needed > self.limit, self.ids.drawn
        if scrolls and self._scroll is None:
            self.remove_widget(drawn)
            self._scroll = ScrollView(scroll_type=["bars", "content"])
            drawn.size_hint_y = None
            self._scroll.add_widget(drawn)
            HalfTurn.add_widget(self, self._scroll)
        elif not scrolls and self._scroll is not None:
            self._scroll.remove_widget(drawn)
            self.remove_widget(self._scroll)
            self._scroll, drawn.size_hint_y = None, 1
            HalfTurn.add_widget(self, drawn)
        if self._scroll is not None:
            drawn.height = self.needed


class BoardInsets:
    """Keeps ``covered_near`` and ``covered_far`` of a game's screen: pixels of its middle that a tray covers.

    A sheet that hides the board does not change them.

    Args:
        screen: The screen.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen
        # One measurement per frame, so that a tray that replaces another does not move the board.
        self._measure_soon = Clock.create_trigger(self._measure, -1)
        screen.ids.middle.bind(children=self._measure_soon)

    def _measure(self, *_: Any) -> None:
        screen = self._screen
        if screen.sheet is not None and not isinstance(screen.sheet, Tray):
            return
        near = far = 0.0
        for tray in screen.ids.middle.children:
            if isinstance(tray, Tray):
                tray.bind(covers=self._measure_soon)
                near, far = (near, max(far, tray.covers)) if tray.far else (max(near, tray.covers), far)
        screen.covered_near, screen.covered_far = near, far


load_kv(__file__)
