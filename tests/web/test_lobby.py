"""Before a game exists: everybody joins by one code, takes a seat, and plays it once the host begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from re import search
from typing import TYPE_CHECKING

import pytest

from companion.web.hosting.games_server import GamesServer
from tests.play.kept_play import kept
from tests.web.browser import chromium
from tests.web.site import Tab, game_of, games_server
from tests.web.test_site import standing_code

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GamesServer]:
    with games_server(tmp_path) as server:
        yield server


def guest_of(server: GamesServer, host: Tab) -> Tab:
    return Tab(f"{server.address}/game#{standing_code(host)}")


def join(tab: Tab, seat: int, name: str) -> str:
    """The page after a name and a seat were sent."""
    return str(tab.post("/game", do="join", seat=seat, name=name)["main"])


def begin(host: Tab, game: str) -> str:
    """The address after the host began a game with those who took a seat."""
    found = search(f'href="(new\\?game={game}[^"]*)"', host.get("/game")["main"])
    assert found is not None
    return str(host.post(f"/{unescape(found[1])}")["address"])


def test_who_took_a_seat_before_the_game_existed_plays_it_and_nobody_elses(server: GamesServer) -> None:
    host = Tab(server.invitation())
    guest = guest_of(server, host)
    join(host, 0, "Ann")
    assert "Ann" in join(guest, 1, "Zoë")
    assert begin(host, "magnate") == "/seat/0"
    assert game_of(server).play.game.players == ("Ann", "Zoë")
    assert 'href="seat/1"' in guest.get("/game")["main"] and guest.get("/seat/0")["status"] == 403


def test_three_people_are_offered_the_variant_for_three_and_one_device_holds_two_of_them(server: GamesServer) -> None:
    host = Tab(server.invitation())
    guest = guest_of(server, host)
    for tab, seat, name in ((host, 0, "Ann"), (guest, 1, "Ben"), (guest, 2, "Cleo")):
        join(tab, seat, name)
    begin(host, "sorcerous-futures")
    assert game_of(server).play.game.players == ("Ann", "Ben", "Cleo")
    assert guest.enter() == 200
    device = next(one for one in server.devices.all() if not one.is_host)
    assert device.plays(game_of(server).play.game.id) == (1, 2)


def test_nobody_takes_or_frees_what_another_device_has(server: GamesServer) -> None:
    host = Tab(server.invitation())
    guest = guest_of(server, host)
    join(host, 0, "Ann")
    assert "has this seat" in join(guest, 0, "Ben") and "two players have this name" in join(guest, 1, " ann ")
    assert guest.post("/game", do="leave", seat=0)["status"] == 422
    assert guest.post("/game", do="join", seat=9, name="Ben")["status"] == 422
    assert "empty name" in join(guest, 1, "")
    join(guest, 1, "Ben")
    assert 'class="lobby-seat seat2"><b>Ben' in join(guest, 2, ""), "without a name the only player moves"
    host.post("/game", do="leave", seat=2)
    assert "<b>Ben</b>" not in guest.get("/game")["main"]


def test_who_took_a_seat_still_has_it_after_the_server_was_begun_again(tmp_path: Path) -> None:
    with games_server(tmp_path) as server:
        host = Tab(server.invitation())
        guest = guest_of(server, host)
        join(host, 0, "Ann")
        join(guest, 1, "Zoë")
        gone = next(one.id for one in server.devices.all() if not one.is_host)
    with games_server(tmp_path) as server:
        assert server.lobby.names == ["Ann", "Zoë"]
        server.devices.revoke(gone)
    with games_server(tmp_path) as server:
        assert server.lobby.names == ["Ann"], "a device that is admitted no more holds no seat"


def test_people_of_former_evenings_are_offered_and_player_one_is_nobody(server: GamesServer) -> None:
    games = (replace(kept("a"), players=("Dora", "Player 1")), replace(kept("b"), players=("Emil", "Joueur 2")))
    for game in games:
        server.thread.run(lambda game=game: server.thread.journal.create(game))  # type: ignore[misc]
    host = Tab(server.invitation())
    shown, players = host.get("/game")["main"], host.get("/players")["main"]
    assert 'value="Dora"' in shown and 'value="Emil"' in shown and "<b>Dora</b>" in players
    for nobody in ("Player 1", "Joueur 2"):
        assert f'value="{nobody}"' not in shown and f"<b>{nobody}</b>" not in players
    assert 'name="name" value="Dora"' in host.get("/game?name=Dora")["main"]
    assert 'value="Dora">Dora' not in join(host, 0, "Dora")


def test_a_guests_device_waits_as_the_table_or_the_tv_until_the_game_is_open(server: GamesServer) -> None:
    host = Tab(server.invitation())
    tablet, tv = guest_of(server, host), guest_of(server, host)
    own = [one.id for one in server.devices.all() if not one.is_host]
    assert tablet.post("/game", do="table", table="yes", device=own[1])["status"] == 422, "another's device"
    assert tablet.post("/game", do="table", table="yes", device=own[0])["address"] == "/table"
    join(host, 0, "Ann")
    with tv:
        tv.follow("/tv")
        tv.until(lambda page: "Waiting for the game" in page["main"])
        begin(host, "magnate")
        tv.until(lambda page: "Ann" in page["main"])
    assert tablet.get("/table")["status"] == 200 and "Ann" in tablet.get("/table")["main"]
    assert tablet.get("/table?as=0&alone=1&open=1")["status"] == 403, "Ann has her own device"


class Fingers:
    """One person's taps in a page."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what: str) -> None:
        self.page.locator(what).first.tap()
        self.taps += 1


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.prove("browsers"))])
def test_from_the_lobby_to_the_first_roll_the_host_taps_six_times_and_a_guest_three(
    server: GamesServer, language: str
) -> None:
    with chromium() as browser:

        def opens(address: str) -> Fingers:
            size = {"width": 390, "height": 844}
            page = browser.new_context(viewport=size, has_touch=True, locale=language).new_page()  # type: ignore[arg-type]
            page.goto(address)
            return Fingers(page)

        host = opens(server.invitation())
        host.tap('a[href="game"]')
        code = host.page.locator(".invitation .code").inner_text()
        guest = opens(f"{server.address}/game#{code}")
        for one, seat, name in ((host, 0, "Ann"), (guest, 1, "Ben")):
            one.tap('input[name="name"]')
            one.page.keyboard.type(name)
            one.tap(f'button.lobby-seat[value="{seat}"]')
        host.page.wait_for_selector("div.lobby-seat.seat1")
        host.tap('a[href^="new?game=magnate"]')
        host.tap("form[action=new] > button.main")
        guest.tap('a[href="seat/1"]')
        guest.page.wait_for_selector(".playing")
        host.tap('.task button:has(use[href$="#turn"])')  # the companion rolls
        guest.page.wait_for_selector("#live:not(:empty)", state="attached")
        assert (host.taps, guest.taps) == (6, 3) and game_of(server).play.seq == 1


def test_a_press_is_for_what_lay_there_when_the_finger_came_down(server: GamesServer) -> None:
    host = Tab(server.invitation())
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
        page.goto(f"{server.address}/game#{standing_code(host)}")
        page.fill("input[name=name]", "Ben")
        seat = page.locator('button.lobby-seat[value="1"]').bounding_box()
        assert seat is not None
        line = page.context.new_cdp_session(page)
        finger = [{"x": seat["x"] + seat["width"] / 2, "y": seat["y"] + seat["height"] / 2}]
        line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
        join(host, 0, "Ann")  # her name comes above: all below it moves
        page.wait_for_timeout(400)
        line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_selector("div.lobby-seat.seat1:has-text('Ben')")
        assert page.locator("div.lobby-seat.seat0").inner_text().startswith("Ann")
