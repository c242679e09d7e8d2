"""Whole games on the pages that a computer serves, by people who see, press and type."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.figures import figure
from tests.person.web.evening import Words
from tests.person.web.person import Person
from tests.person.web.places import SIZES, at_home, site
from tests.person.web.table import NAMES, SEEDS, TITLES, Device, begin, begun, player, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.prove("person-web"), pytest.mark.timeout(3000)]
GAMES = tuple(TITLES)
SHARED = ((820, 1180), (1024, 1366))
"""The places where one device lies on the table; in the others everybody has their own."""
EVERY = [(size, game, "en" if (number + place) % 2 else "fr") for place, size in enumerate(SIZES)
         for number, game in enumerate(GAMES)]  # fmt: skip
"""Every pair of place and game: ``EVERY_PAIR=1 make prove person-web``."""
SOME = [one for number, one in enumerate(EVERY) if (number // 3 + number) % 3 == 0]
"""Every place, game and language at least once."""


@pytest.mark.parametrize(("size", "game", "language"), EVERY if os.environ.get("EVERY_PAIR") else SOME)
def test_a_whole_game_is_played_and_read_from_the_first_page_to_its_score(
    browser: Browser, tmp_path: Path, size: tuple[int, int], game: str, language: str
) -> None:
    say = Words(language)
    with site(tmp_path) as server:
        device = Device(browser, size, language)
        host = device.opens(at_home(server.invitation()))
        assert host.page.evaluate("isSecureContext") is False
        begin(host, game, say)

        def guest(seat: int) -> Person:
            return device.opens(at_home(server.invitation(seat=seat)), seat)

        seats = sit_down(host, game, say, None if size in SHARED else guest)
        seeds = SEEDS[game]
        evening = player(game, seats, seeds[SIZES.index(size) % len(seeds)])
        evening.play_out()
        for person in set(seats.people):
            awake = person.page.evaluate("document.documentElement.dataset.awake")
            assert awake == "film", f"the screen would go dark ({awake or 'nothing'})"
        rematch(host, say)
        for person in set(seats.people):
            assert person.faults == []
        figure(f"person-web-{size[0]}x{size[1]}-{game}", acts=len(evening.table.acts), readings=evening.readings,
               presses=sum(one.hands.presses for one in set(seats.people)))  # fmt: skip


def rematch(host: Person, say: Words) -> None:
    """The same people begin again with the form as it stands."""
    host.tap(say("rematch"))
    host.tap(say("start"))
    begun(host, NAMES[0])
