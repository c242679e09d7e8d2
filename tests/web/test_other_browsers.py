"""In WebKitGTK, the family of Safari, and in Firefox: a whole game by touch, from the first page to the score."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.web.site import games_server
from tests.web.webdriver import window

MOST_TAPS = 1500
WIDTH, HEIGHT = 1024, 1366


@pytest.mark.prove("browsers")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("browser", ["webkit", "firefox"])
def test_a_whole_solo_game_is_played_from_the_first_page_to_the_score(browser: str, tmp_path: Path) -> None:
    chance = random.Random(1)
    with games_server(tmp_path) as server, window(browser, (WIDTH, HEIGHT)) as page:
        page.open(server.invitation())
        page.wait("document.querySelector('a.door')")
        page.tap('a.door[href="new"]')
        page.tap('a.door[href$="magnate"]')
        page.tap("button[name=preset][value=solo]")
        page.tap("button.main")
        page.tap("a.back")
        page.tap('a[href="table"]')
        score = next(filter(None, (page.act(chance) for _ in range(MOST_TAPS))), "")
        assert score
        assert page.run("return document.documentElement.scrollWidth") <= WIDTH
