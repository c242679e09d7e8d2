"""Parts of a screen that are drawn into a texture look like those that are drawn directly."""

from __future__ import annotations

import numpy as np
import pytest
from kivy.graphics import Color, Rectangle
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex
from numpy.typing import NDArray

from companion.app.widgets.cached_layout import CachedLayout
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from companion.themes import THEMES
from tests.app.tablet import Tablet

_GROUNDS = {
    theme: [round(255 * part) for part in get_color_from_hex(THEMES[theme]["ground"])[2::-1]] for theme in THEMES
}
"""By theme: the ground as OpenCV's pictures hold it."""
_PLACE = {"size_hint": (None, None), "size": (301, 120), "pos": (40, 60)}


def _shown(tablet: Tablet, layout: Widget) -> NDArray[np.int16]:
    tablet.screen.add_widget(layout)
    tablet.draw()
    left, bottom = (round(part) for part in layout.pos)
    top = round(tablet.window.height - bottom)
    picture = tablet.picture()[top - 120 : top, left : left + 301]
    tablet.screen.remove_widget(layout)
    return picture


def _with_text(layout: Widget) -> Widget:
    with layout.canvas.before:
        Color(*theme.ground)
        Rectangle(size=layout.size)
    layout.add_widget(Text(text="Ann 7", units=30, size_hint=(1, 1)))
    return layout


def test_it_is_drawn_like_a_plain_layout(tablet: Tablet) -> None:
    cached = _shown(tablet, _with_text(CachedLayout(**_PLACE)))
    direct = _shown(tablet, _with_text(RelativeLayout(**_PLACE)))
    assert np.mean(np.abs(cached - direct).max(axis=2) > 8) < 0.002
    assert np.abs(direct - direct[0, 0]).max() > 100, "a text is there"


def test_a_change_inside_is_drawn_in_the_next_frame(tablet: Tablet) -> None:
    layout, colour = CachedLayout(**_PLACE), Color(1, 0, 0, 1)
    child = Widget()
    child.canvas.add(colour)
    child.canvas.add(Rectangle(size=(300, 100)))
    layout.add_widget(child)
    tablet.screen.add_widget(layout)
    row, column = round(tablet.window.height - 100), 100
    tablet.draw()
    assert tuple(tablet.picture()[row, column]) == (0, 0, 255)
    colour.rgba = 0, 1, 0, 1
    tablet.draw()
    assert tuple(tablet.picture()[row, column]) == (0, 255, 0)
    layout.remove_widget(child)
    tablet.draw()
    assert tablet.picture()[row, column] == pytest.approx(_GROUNDS["evening"], abs=1)
    tablet.screen.remove_widget(layout)


@pytest.mark.parametrize("theme", list(THEMES))
def test_it_follows_its_size_and_has_the_ground_of_the_palette(tablet: Tablet, theme: str) -> None:
    tablet.app.use_theme(theme)
    layout = CachedLayout(**_PLACE)
    tablet.screen.add_widget(layout)
    layout.size = 500, 300
    tablet.draw()
    shown = tuple(tablet.picture()[tablet.window.height - 300, 500])
    tablet.screen.remove_widget(layout)
    tablet.app.use_theme("evening")
    assert shown == pytest.approx(_GROUNDS[theme], abs=1)
