"""The insets of the board: how much of it the trays at either edge cover."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.app.widgets.tray import Tray


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
