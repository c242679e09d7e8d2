"""Show me: the bundled video followed with its game, from the first screen; its mistake is marked and put right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.app.on_screen import amiss  # isort: skip - it settles Kivy first

from companion.app.texts.i18n import words
from companion.demo import film
from docs.tools.gallery import VIEWS
from tests.app.tablet import Tablet, until


@pytest.mark.timeout(240)
@pytest.mark.prove("camera-game")
def test_the_mistake_in_the_bundled_video_is_found_marked_and_put_right(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["show_me"])
    screen = tablet.screen
    assert (screen.name, screen.stage) == ("show_me", "playing")
    until(tablet, lambda: screen.stage != "playing")
    assert screen.stage == "mistake", screen.sentence
    assert screen.sentence.startswith("The table differs from the game") and screen.steps
    assert len(screen.ids.picture.pointed_at) == 1
    assert len(screen.ids.game.children) == 1
    tablet.settle(6)
    assert amiss(tablet) == []
    tablet.tap(screen.ids.put_right)
    assert screen.stage == "right" and not screen.ids.picture.pointed_at
    assert screen.sentence == "Table and game match again. No wrong move was recorded."
    tablet.tap(screen.ids.onward)
    assert tablet.screen.name == "new_game"


@pytest.mark.parametrize(
    ("size", "language"), [((1024, 600), "fr"), pytest.param((800, 1280), "en", marks=pytest.mark.prove("screens"))]
)
def test_the_mistake_is_shown_whole(tablet: Tablet, size: tuple[int, int], language: str) -> None:
    assert (words.language, tablet.window.size) == (language, size)
    VIEWS["show_me"](tablet.app)
    tablet.settle(8)
    screen = tablet.screen
    assert screen.stage == "mistake" and amiss(tablet) == []
    tablet.tap(screen.ids.put_right)
    tablet.settle(6)
    assert amiss(tablet) == []
    tablet.app.go("start")
    words.language = "en"


def test_the_video_is_skipped_with_one_tap(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["show_me"])
    screen = tablet.screen
    shown = screen.film
    tablet.tap(screen.ids.onward)
    shown.join(30)
    assert tablet.screen.name == "start" and not shown.is_alive()


def test_an_edition_without_the_video_says_so(tablet: Tablet, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(film, "CLIPS", tmp_path)
    tablet.tap(tablet.screen.entries["show_me"])
    screen = tablet.screen
    until(tablet, lambda: screen.stage != "playing")
    assert (screen.stage, screen.sentence) == ("over", "Sample video: not part of this edition")
