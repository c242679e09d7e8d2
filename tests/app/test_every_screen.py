"""Every screen and sheet, in the sizes of tablets and both languages: nothing cut, covered or too small."""

from __future__ import annotations

import pytest

from tests.app.on_screen import amiss  # isort: skip - it settles Kivy first
from kivy.metrics import Metrics

from companion.app.magnate.gallery import VIEWS
from companion.app.widgets.text import Text, Wrapped
from companion.app.words import words
from tests.app.tablet import Tablet

SIZES = ((800, 1280), (1024, 600), (1280, 800), (1920, 1200), (2560, 1600))
DENSE = (2560, 1600)
"""The window of which each point is two pixels wide."""
QUICK = ("start", "table", "card", "menu")
"""Looked at with every change, in the two sizes that are hardest."""


def looked_at(tablet: Tablet, view: str, size: tuple[int, int], language: str) -> list[str]:
    Metrics.density = 2 if size == DENSE else 1
    tablet.resize(*size)
    words.language = language
    try:
        VIEWS[view](tablet.app)
        tablet.settle(8)
        return amiss(tablet)
    finally:
        Metrics.density = 1
        tablet.app.go("start")


@pytest.mark.parametrize("view", QUICK)
@pytest.mark.parametrize("size", SIZES[:2])
def test_what_is_seen_most_is_whole_on_small_tablets(tablet: Tablet, size: tuple[int, int], view: str) -> None:
    assert looked_at(tablet, view, size, "fr") == []


@pytest.mark.prove("screens")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", list(VIEWS))
def test_a_screen_is_whole(tablet: Tablet, view: str, size: tuple[int, int], language: str) -> None:
    assert looked_at(tablet, view, size, language) == []


def test_a_text_that_grows_does_so_again_in_a_longer_language(tablet: Tablet) -> None:
    text = Wrapped(text="short", width=300, size_hint=(None, None))
    tablet.settle()
    one_line = text.height
    text.text = "long enough for several lines " * 4
    tablet.settle()
    assert text.height >= 3 * one_line


def test_a_text_that_had_an_arrow_is_lettered_as_any_other_once_it_has_none(tablet: Tablet) -> None:
    text = Text(text="Moons")
    usual = text.font_name
    text.text = "Moons 5 → 8"
    assert text.font_name != usual
    text.text = "Suns"
    assert text.font_name == usual
