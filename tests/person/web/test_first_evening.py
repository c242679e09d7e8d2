"""The first evening at the pages: from the first page to the first roll of a real game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.figures import figure
from tests.person.referee import acts
from tests.person.web.evening import Player, Seats
from tests.person.web.person import Person
from tests.person.web.places import at_home, site
from tests.person.web.table import NAMES, SEATS, TITLES, Device, begin, begun, player, sit_down
from tests.person.web.words import Words

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from companion.web.hosting.games_server import GamesServer

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
    with site(tmp_path) as server:
        device = Device(browser, (390, 844), language)
        host = device.opens(at_home(server.invitation()))
        evening = from_the_lobby(server, device, host, game, host_plays=True)
        evening.play_out()
        figure(f"evening-from-lobby-{game}-{language}", acts=len(evening.table.acts), readings=evening.readings)
        for person in evening.seats.people:
            assert person.faults == []


@pytest.mark.prove("person-web")
@pytest.mark.timeout(3000)
def test_a_host_three_phones_and_a_tv_are_open_from_the_lobby_to_the_end(browser: Browser, tmp_path: Path) -> None:
    game = "sorcerous-futures"
    with site(tmp_path) as server:
        device = Device(browser, (390, 844))
        host = Device(browser, (1024, 1366)).opens(at_home(server.invitation()))
        tv = Device(browser, (1920, 1080)).opens(at_home(server.invitation().replace("/#", "/tv#")))
        evening = from_the_lobby(server, device, host, game, host_plays=False)
        while not evening.table.over:
            evening.play_out(most=SOME)
            now = evening.table.expect()
            who = [evening.seats.names[seat] for seat in (now.winners if now.over else now.asked)]
            for screen in (tv, host):
                screen.until(lambda shown, who=who: all(shown.named(name, exact=False) for name in who), f"{who}")  # type: ignore[misc]
        figure(f"evening-on-five-{game}", acts=len(evening.table.acts), readings=evening.readings)
        for person in (host, tv, *evening.seats.people):
            assert person.faults == []


SOME = 20
"""Acts between two looks at the TV and at the host's page."""


def from_the_lobby(server: GamesServer, device: Device, host: Person, game: str, *, host_plays: bool) -> Player:
    """People join by the letters that the host shows, and write their names; the host starts the game."""
    say, names = Words(device.language), NAMES[: SEATS[game]]
    host.tap(say("phones"))
    letters = host.find(lambda screen: [one for one in screen.things if CODE.fullmatch(one.text)], "the code").text
    people = [
        host if host_plays and seat == 0 else device.opens(at_home(f"{server.address}/game#{letters}"), seat)
        for seat in range(len(names))
    ]
    for seat, (person, name) in enumerate(zip(people, names, strict=True)):
        person.write(person.find(lambda screen: screen.named(say("name")), say("name")), name)
        person.tap(say("player", n=seat + 1))
    for name in names:
        host.find(lambda screen, name=name: screen.named(name), name)  # type: ignore[misc]
    host.tap(TITLES[game])
    host.tap(say("start"))
    begun(host, names[0])
    for person, name in zip(people, names, strict=True):
        if person is not host:
            person.tap(say("play as", name=name))
    return player(game, Seats(people, names, say, list(range(len(names)))))


CODE = re.compile(r"[A-Z0-9]{8}")
"""Letters that let a device in."""
