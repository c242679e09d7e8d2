"""The first evening at the pages: from the first page to the first roll of a real game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.figures import figure
from tests.person.referee import acts
from tests.person.web.evening import Seats
from tests.person.web.places import at_home, site
from tests.person.web.table import NAMES, SEATS, TITLES, Device, begin, begun, player, sit_down
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


@pytest.mark.prove("person-web")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_people_who_join_in_the_lobby_play_to_the_end(
    browser: Browser, tmp_path: Path, language: str, game: str
) -> None:
    say, names = Words(language), NAMES[: SEATS[game]]
    with site(tmp_path) as server:
        device = Device(browser, (390, 844), language)
        host = device.opens(at_home(server.invitation()))
        host.tap(say("phones"))
        letters = host.find(lambda screen: [one for one in screen.things if CODE.fullmatch(one.text)], "the code").text
        people = [
            host,
            *(device.opens(at_home(f"{server.address}/game#{letters}"), seat) for seat in range(1, len(names))),
        ]
        for seat, (person, name) in enumerate(zip(people, names, strict=True)):
            person.write(person.find(lambda screen: screen.named(say("name")), say("name")), name)
            person.tap(say("player", n=seat + 1))
        for name in names:
            host.find(lambda screen, name=name: screen.named(name), name)  # type: ignore[misc]
        host.tap(TITLES[game])
        host.tap(say("start"))
        begun(host, names[0])
        for guest, name in zip(people[1:], names[1:], strict=True):
            guest.tap(say("play as", name=name))
        evening = player(game, Seats(people, names, say, list(range(len(names)))))
        evening.play_out()
        figure(f"evening-from-lobby-{game}-{language}", acts=len(evening.table.acts), readings=evening.readings)
        for person in people:
            assert person.faults == []


CODE = re.compile(r"[A-Z0-9]{8}")
"""Letters that let a device in."""
