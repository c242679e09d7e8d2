"""A long form stays where a finger left it."""

from __future__ import annotations

from typing import Any

import pytest
from kivy.clock import Clock
from kivy.effects.scroll import ScrollEffect

from tests.app.tablet import Tablet, TimedTouch


@pytest.fixture
def form(tablet: Tablet) -> Any:
    """The house rules of Magistratvm, at their end after a drag that went further."""
    tablet.tap(tablet.screen.entries["other_games"])
    tablet.tap(tablet.screen.entries["magistratvm"])
    tablet.tap(tablet.screen.ids.house_rules)
    scrolled = tablet.screen.sheet.ids.lines.parent
    for _ in range(8):
        _drag(tablet, scrolled, 400)
    return scrolled


def _drag(tablet: Tablet, scrolled: Any, by: float) -> None:
    x, y = scrolled.to_window(scrolled.x + 20, scrolled.center_y - by / 2)
    touch = TimedTouch(x, y)
    touch.touch_down()
    for step in range(1, 9):
        touch.touch_move(x, y + by * step / 8)
    touch.touch_up()
    tablet.settle()


def test_a_tap_right_after_a_drag_beyond_the_end_leaves_the_form_there(tablet: Tablet, form: Any) -> None:
    assert isinstance(form.effect_y, ScrollEffect) and form.scroll_y == pytest.approx(0, abs=0.01)
    _drag(tablet, form, 300)
    tablet.tap(tablet.screen.parts["dictators"].rows["dictators"].ids.more)
    Clock._last_tick -= 0.7  # a frame that took long, as one that builds a sheet does
    tablet.settle(30)
    assert form.scroll_y == pytest.approx(0, abs=0.01)
