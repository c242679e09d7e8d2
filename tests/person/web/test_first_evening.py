"""From the first page of a phone to a real game: each page by its words, the first evening, and a photo."""

from __future__ import annotations

import json
import re
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.cli.known_decks import known_decks
from companion.demo import bundled
from companion.folders import Folders
from companion.web.phone_camera import PhoneCamera
from tests.figures import figure
from tests.person.referee import acts
from tests.person.web.evening import Player, Seats, Words
from tests.person.web.person import Person
from tests.person.web.places import SIZES, at_home, site
from tests.person.web.table import NAMES, SEATS, TITLES, Device, begin, begun, player, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from companion.web.hosting.games_server import GamesServer


@pytest.mark.prove("person-web")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES[:2])
def test_pages_are_found_on_a_phone(browser: Browser, tmp_path: Path, size: tuple[int, int], language: str) -> None:
    say = Words(language)
    with (
        closing(PhoneCamera("127.0.0.1", tmp_path)) as camera,
        site(tmp_path, phone=camera, decks=partial(known_decks, Folders(tmp_path))) as server,
    ):
        host = Device(browser, size, language).opens(at_home(server.invitation(host=True)))
        begin(host, "magnate", say)  # so that there is a game to move
        host.tap(say("first page"))
        for way in ("photo", "camera", "move"):
            host.tap(say(way))
            assert not host.screen().named(say("new game")), "the first page is still there"
            host.read_through()
            host.tap(say("first page"))
        assert host.faults == []


MINUTE = 60_000
"""Milliseconds within which a phone's own camera hands a picture over, and a full machine reads it."""


@pytest.mark.prove("person-web")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_photo_is_scored_on_a_phone_and_made_a_game(browser: Browser, tmp_path: Path, language: str) -> None:
    say = Words(language)
    with site(tmp_path, decks=partial(known_decks, Folders(tmp_path))) as server:
        host = Device(browser, (390, 844), language).opens(at_home(server.invitation(host=True)))
        host.tap(say("photo"))
        with host.page.expect_file_chooser(timeout=MINUTE) as chooser:
            host.press(host.find(lambda screen: screen.named(say("choose a photo"), exact=False), "the way to a photo"))
        chooser.value.set_files(bundled.photo())
        score = host.find(lambda screen: screen.named(say("score it")), "what scores it")
        assert score.button is not None
        host.hands.press(*score.button.middle)
        host.page.get_by_text(say("make a game")).wait_for(timeout=MINUTE)
        host.find(lambda screen: screen.named("3 : 2", exact=False), "the score of the photo")
        host.read_through()
        host.top()
        host.tap(say("make a game"))
        host.tap(say("first page"))
        host.tap(say("table"))
        seen = {one.text for screen in host.pages() for one in screen.pictures("card")}
        laid = json.loads(bundled.photo().with_suffix(".json").read_text())
        assert seen <= {card["card"] for card in laid["cards"]}
        for district in laid["score"]["districts"]:
            assert district["card"] in seen
            for side in district["sides"]:
                cards = {*side["properties"], *([side["deed"]] if side["deed"] else [])}
                assert not cards or cards & seen, "the uppermost card of a column covers the others"
        assert host.faults == []


MOST_TAPS = 9
"""From the first page to the first roll, besides letters."""


@pytest.mark.prove("person-web")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_two_people_type_their_names_and_roll_after_nine_taps(browser: Browser, tmp_path: Path, language: str) -> None:
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
def test_people_join_in_the_lobby_and_play_on(browser: Browser, tmp_path: Path, language: str, game: str) -> None:
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
