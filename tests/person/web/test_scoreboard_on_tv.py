"""The scoreboard on a TV, which nobody touches: everything is read in one screen."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.person.web.evening import Facts, Player, Words
from tests.person.web.person import Person
from tests.person.web.places import at_home, site
from tests.person.web.table import Device, begin, player, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.prove("person-web"), pytest.mark.timeout(1800)]
TV = (1920, 1080)
ACTS = 40
"""Enough for a history that fills its place."""
MOST_HISTORY = 0.3
"""Most of the width that the history may take."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_tv_shows_the_whole_table_and_how_it_stays_awake(browser: Browser, tmp_path: Path, language: str) -> None:
    say = Words(language)
    with site(tmp_path) as server:
        host = Device(browser, (1024, 1366), language).opens(at_home(server.invitation()))
        begin(host, "magnate", say)
        evening = player("magnate", sit_down(host, "magnate", say, None))
        tv = Device(browser, TV, language).opens(at_home(server.invitation().replace("/#", "/tv#")))
        for _ in range(4):
            evening.play_out(most=ACTS // 4)
            read_tv(tv, evening)
        assert tv.screen().named(say("sleeps"), exact=False), "nothing says what to set on the TV"


def read_tv(tv: Person, evening: Player) -> None:
    """Everything is in one screen, and the board has the width."""
    expected = evening.table.expect()
    screen = tv.until(
        lambda shown: shown.named(evening.seats.names[expected.asked[0]], exact=False), "whose turn it is"
    )
    facts: Facts = evening.compare(tv, 0, expected, "a look at the TV")
    missing = [str(about) for about in evening.truth(expected) if about not in facts]
    if missing:
        raise tv.trouble(f"cannot be read on the TV: {', '.join(missing[:6])}", screen)
    history = [one for one in screen.things if re.match(r"(Turn|Tour) \d+", one.text)]
    left = min(one.box.left for one in history)
    if left < (1 - MOST_HISTORY) * TV[0]:
        raise tv.trouble(f"the history takes {(TV[0] - left) / TV[0]:.0%} of the width", screen)
