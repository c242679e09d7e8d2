"""In WebKitGTK, the family of Safari: a whole game by touch, from the first page to the score."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.web.site import games_server
from tests.web.webdriver import webkit

MOST_TAPS = 1500


@pytest.mark.prove("browsers")
@pytest.mark.timeout(1800)
def test_a_whole_solo_game_is_played_in_webkit_from_the_first_page_to_the_score(tmp_path: Path) -> None:
    chance = random.Random(1)
    with games_server(tmp_path) as server, webkit((1024, 1366)) as page:
        page.open(server.invitation())
        page.wait("document.querySelector('a.door')")
        page.tap('a.door[href="new"]')
        page.tap('a.door[href$="magnate"]')
        page.tap("button[name=preset][value=solo]")
        page.tap("button.main")
        page.tap("a.back")
        page.tap('a[href="table"]')
        for _ in range(MOST_TAPS):
            if page.run("return Boolean(document.querySelector('.ending'))"):
                break
            assert page.act(chance), page.run("return document.body.innerText")
        assert page.run("return document.querySelector('.ending').innerText")
        assert page.run("return document.documentElement.scrollWidth") <= 1024
