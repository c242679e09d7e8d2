"""The board's room between the players: what the trays at either edge leave of it."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

from companion.app.app_screen import AppScreen
from companion.app.magnate.widgets.income_tray import IncomeTray
from companion.app.widgets.tray import Tray


class RoomForBoard:
    """Keeps ``covered_near`` and ``covered_far`` of a screen: pixels of its middle over which a tray lies.

    A sheet that hides the board leaves it as it is.
    """

    def __init__(self, screen: AppScreen) -> None:
        self._screen = screen
        # Once for all that changes before the next frame: a tray that gives way to another moves nothing.
        self._soon = Clock.create_trigger(self._measure, -1)
        screen.ids.middle.bind(children=self._soon)

    def _measure(self, *_: Any) -> None:
        screen = self._screen
        if screen.sheet is not None and not isinstance(screen.sheet, Tray):
            return
        near = far = 0.0
        for lying in screen.ids.middle.children:
            if isinstance(lying, Tray):
                lying.bind(covers=self._soon)
                near, far = (near, max(far, lying.covers)) if lying.turned else (max(near, lying.covers), far)
            elif isinstance(lying, IncomeTray):
                lying.bind(covers=self._soon)
                near, far = (near, max(far, lying.covers)) if lying.far else (max(near, lying.covers), far)
        screen.covered_near, screen.covered_far = near, far
