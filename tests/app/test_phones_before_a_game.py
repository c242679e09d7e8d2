"""Phones join from the first screen before a game exists, and play the seats that they took once it begins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.app.sheets.web_page import LOBBY
from companion.installation import package_command
from companion.web import network_interfaces
from companion.web.network_interfaces import LOOPBACK
from tests.app.room_browser import scanned
from tests.app.tablet import Tablet, until
from tests.app.test_page_served import site_of
from tests.app.test_people import played
from tests.web.site import Tab


@pytest.fixture
def lobby(tablet: Tablet) -> Iterator[Tablet]:
    """The sheet of the first screen, on this machine alone, opened by two taps; no game exists."""
    tablet.app.web_pages.end()
    tablet.tap(tablet.screen.entries["phones"])
    tablet.tap(tablet.screen.sheet.pads[LOOPBACK])
    assert tablet.play is None
    yield tablet
    tablet.app.web_pages.end()


def guest(tablet: Tablet) -> Tab:
    """Somebody who reads the code of the sheet on the first screen."""
    return Tab(site_of(tablet).lobby_invitation())


def join(tab: Tab, seat: int, name: str) -> str:
    """The page after a name and a seat were sent."""
    return str(tab.post("/game", do="join", seat=seat, name=name)["main"])


def open_form(tablet: Tablet) -> None:
    """Leave the sheet, and open the form of the first game."""
    tablet.tap(tablet.screen.sheet.ids.close)
    tablet.tap(tablet.screen.entries["new_game"])


def test_who_joined_before_a_game_existed_plays_it_under_the_name_that_was_typed(lobby: Tablet) -> None:
    address = scanned(lobby, LOBBY)
    assert address == lobby.screen.sheet.invitation and "/game#" in address
    phone, tv = Tab(address), guest(lobby)
    assert phone.entered == 200 and "Zoë" in join(phone, 1, "Zoë")
    lobby.screen.sheet.show_devices()
    assert "In the next game: Zoë" in lobby.screen.sheet.about
    assert "Disconnect Zoë (Browser)" in [pad.text for pad in lobby.screen.sheet.pads.values()]
    open_form(lobby)
    assert [name.value for name in lobby.screen.names] == ["Near", "Zoë"]
    with tv:
        tv.follow("/tv")
        tv.until(lambda page: "Waiting for the game" in page["main"])
        lobby.tap(lobby.screen.ids.start)
        assert lobby.play.game.players == ("Near", "Zoë")
        tv.until(lambda page: "Zoë" in page["main"])
    assert 'href="seat/1"' in phone.get("/game")["main"]
    assert phone.get("/seat/1")["status"] == 200 and phone.get("/seat/0")["status"] == 403
    assert phone.get("/new")["status"] == 403, "the tablet is the host"


def test_the_form_follows_who_joins_moves_or_leaves_and_keeps_what_was_typed_there(lobby: Tablet) -> None:
    open_form(lobby)
    lobby.screen.names[0].text = "Ann"

    def names() -> list[str]:
        return [name.value for name in lobby.screen.names]

    ben, cat = guest(lobby), guest(lobby)
    join(ben, 1, "Ben")
    until(lobby, lambda: names() == ["Ann", "Ben"])
    join(cat, 2, "Cat")
    until(lobby, lambda: names() == ["Ann", "Ben", "Cat"])
    assert lobby.screen.decision.answers["preset"] == "three-players"
    ben.post("/game", do="leave", seat=1)
    until(lobby, lambda: "Ben" not in names())
    assert names()[::2] == ["Ann", "Cat"]


def test_people_of_former_evenings_are_offered_on_the_phone(tablet: Tablet) -> None:
    played(tablet, ("Dora", "Near"))
    tablet.tap(tablet.screen.entries["phones"])
    tablet.tap(tablet.screen.sheet.pads[LOOPBACK])
    shown = guest(tablet).get("/game")["main"]
    assert 'value="Dora"' in shown and 'value="Near"' not in shown
    tablet.press_back()
    tablet.app.web_pages.end()


def test_in_a_game_the_same_code_lets_a_phone_take_a_free_seat_and_join_the_next_game(table: Tablet) -> None:
    table.app.go("start")
    table.settle()
    table.tap(table.screen.entries["phones"])
    table.tap(table.screen.sheet.pads[LOOPBACK])
    phone, other = guest(table), guest(table)
    assert phone.post("/game", do="sit", seat=1)["address"] == "/seat/1"
    other.post("/game", do="sit", seat=1)
    assert other.get("/seat/1")["status"] == 403
    join(other, 0, "Kim")
    table.app.resume_game(table.play.game.id)
    assert table.app.web_pages.joined == ["Kim"], "a game that goes on is not the next one"
    table.app.go("new_game")
    table.settle()
    table.tap(table.screen.ids.start)
    assert table.play.game.players == ("Kim", "Far")
    assert other.get("/seat/0")["status"] == 200 and phone.get("/seat/1")["status"] == 403
    table.app.web_pages.end()


def test_all_are_sent_away_from_the_first_screen_and_so_are_their_names(lobby: Tablet) -> None:
    phone = guest(lobby)
    join(phone, 0, "Zoë")
    lobby.settle()
    lobby.tap(lobby.screen.sheet.ids.take_back)
    assert phone.get("/game")["status"] == 401 and lobby.app.web_pages.joined == []
    assert guest(lobby).entered == 200
    lobby.press_back()


def test_the_first_screen_says_how_to_get_missing_packages(tablet: Tablet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_interfaces, "REQUIRED_PACKAGES", ("starlette", "no_such_package"))
    tablet.tap(tablet.screen.entries["phones"])
    assert tablet.screen.sheet is None
    assert package_command("no_such_package") in tablet.screen.children[0].text
