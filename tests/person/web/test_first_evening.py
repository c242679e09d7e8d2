"""The first evening at the pages: from the first page to the first roll of a real game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.figures import figure
from tests.person.referee import acts
from tests.person.web.places import at_home, site
from tests.person.web.table import Device, begin, player, sit_down
from tests.person.web.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MOST_TAPS = 9
"""From the first page to the first roll, besides letters."""


@pytest.mark.prove("person-web")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_two_people_who_type_their_names_roll_after_at_most_nine_taps(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    say = Words(language)
    with site(tmp_path) as server:
        host = Device(browser, (390, 844), language).opens(at_home(server.invitation()))
        assert host.page.evaluate("isSecureContext") is False
        begin(host, "magnate", say)
        seats = sit_down(host, "magnate", say, lambda seat: host)
        evening = player("magnate", seats)
        roll = evening.table.next_act()
        assert isinstance(roll, acts.Roll)
        evening.does(host, roll)
        figure(f"first-evening-web-{language}", taps=host.hands.presses)
        assert host.hands.presses <= MOST_TAPS
        assert host.page.evaluate("document.documentElement.dataset.awake") == "film", "the screen would go dark"
        assert host.faults == []
