"""Layouts are laid out from the outermost inwards, whichever was asked for first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from tests.app.tablet import Tablet


class Noted(BoxLayout):
    """Says when it is laid out."""

    laid: list[Noted] = []  # noqa: RUF012 - one list for all
    failing = False

    def do_layout(self, *largs: Any) -> None:
        Noted.laid.append(self)
        if self.failing:
            raise ValueError("no layout")
        super().do_layout(*largs)


@pytest.fixture
def nested(tablet: Tablet) -> Iterator[list[Noted]]:
    """Three layouts, each around the next."""
    layouts = [Noted(size_hint=(None, None)), Noted(), Noted()]
    for outer, inner in pairwise(layouts):
        outer.add_widget(inner)
    tablet.screen.add_widget(layouts[0])
    tablet.settle()
    Noted.laid.clear()
    yield layouts
    layouts[0].failing = False
    tablet.screen.remove_widget(layouts[0])


def test_the_layout_around_others_comes_first_and_the_innermost_once(tablet: Tablet, nested: list[Noted]) -> None:
    for layout in reversed(nested):
        layout.padding = 3
    nested[0].size = 300, 200
    tablet.settle(1)
    assert [*dict.fromkeys(Noted.laid)] == nested and Noted.laid.count(nested[-1]) == 1
    assert nested[-1].size == [288, 188]


def test_after_a_layout_that_fails_the_others_are_laid_out(tablet: Tablet, nested: list[Noted]) -> None:
    tablet.faulty = nested[0].failing = True
    nested[0].size = 300, 200
    nested[-1].padding = 3
    tablet.settle()
    assert Noted.laid[0] is nested[0] and nested[-1] in Noted.laid
    tablet.app.recovery.met.clear()


def test_a_widget_whose_hint_leaves_it_nothing_has_no_width() -> None:
    """As where a question has no choices, beside a pad that is as wide as a finger at least."""
    row = BoxLayout(size=(300, 50))
    nothing, pad = Widget(size_hint_x=0.001), Widget(size_hint_x=0.1, size_hint_min_x=90)
    for part in (Widget(size_hint_x=1), nothing, pad):
        row.add_widget(part)
    row.do_layout()
    assert nothing.width < 1 and pad.right <= 300.5
