"""Whole games in the edition for browsers, which any web server of the house hands out over plain HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.edition import PATIENCE, served
from tests.figures import figure
from tests.person.web.evening import Words
from tests.person.web.places import SIZES, at_home
from tests.person.web.table import Device, begin, player, sit_down
from tests.person.web.test_whole_games import GAMES, rematch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.prove("person-edition"), pytest.mark.timeout(3000)]
PHONE = (390, 844)
EVERY = [(PHONE, game, "en" if number % 2 else "fr") for number, game in enumerate(GAMES)]
"""The edition with every game: ``EVERY_PAIR=1 make prove person-edition``."""
SOME = [
    (size, GAMES[place % 3], ("en", "fr")[place % 2])
    for place, size in enumerate(SIZES)
    if place < len(GAMES)
]  # fmt: skip


@pytest.mark.parametrize(("size", "game", "language"), EVERY if os.environ.get("EVERY_PAIR") else SOME)
def test_a_whole_game_is_played_and_read_in_the_edition_for_browsers(
    browser: Browser, edition: Path, size: tuple[int, int], game: str, language: str
) -> None:
    say = Words(language)
    with served(edition) as (address, _):
        host = Device(browser, size, language, {"service_workers": "block"}).opens(at_home(address))
        assert host.page.evaluate("isSecureContext") is False
        host.page.wait_for_function("document.documentElement.dataset.python === 'ready'", timeout=PATIENCE)
        begin(host, game, say)
        seats = sit_down(host, game, say, None, admits=False)
        evening = player(game, seats)
        evening.play_out()
        rematch(host, say)
        assert host.faults == []
        figure(f"person-edition-{size[0]}x{size[1]}-{game}", acts=len(evening.table.acts), readings=evening.readings,
               presses=host.hands.presses)  # fmt: skip
