"""Magnate in two minutes, from the first screen."""

from __future__ import annotations

import pytest

from tests.app.on_screen import amiss  # isort: skip - it settles Kivy first

from companion.app.texts.i18n import words
from tests.app.tablet import Tablet

MOST_WORDS = 260
"""Words that are read in two minutes, with their pictures."""


@pytest.mark.parametrize(("size", "language"), [((1280, 800), "en"), ((800, 1280), "fr")])
def test_a_newcomer_learns_a_turn_from_the_first_screen_in_two_minutes(
    tablet: Tablet, size: tuple[int, int], language: str
) -> None:
    assert (words.language, tablet.window.size) == (language, size)
    tablet.tap(tablet.screen.entries["learn"])
    tablet.settle(6)
    assert sum(len(step.text.split()) for step in tablet.screen.steps) <= MOST_WORDS
    assert amiss(tablet) == []
    tablet.tap(tablet.screen.ids.begin)
    assert tablet.screen.name == "new_game"
    tablet.app.go("start")
    words.language = "en"
