"""Trays: panels at one edge of the board, which stays in sight."""

from __future__ import annotations

import math
from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.scrollview import ScrollView

from companion.app.widgets.half_turn import HalfTurn
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


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


load_kv(__file__)
