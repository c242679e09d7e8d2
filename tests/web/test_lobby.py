"""Games from the lobby: seats by one code, undo among phones, saved games, and games that move house."""

from __future__ import annotations

import io
import json
import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from re import search
from typing import TYPE_CHECKING

import pytest
import segno
from PIL import Image

from companion.folders import Folders
from companion.journal.copies.evenings import list_backups
from companion.web.hosting.games_server import GamesServer
from companion.web.hosting.record_pages import NoRecordCode, read_code, write_code
from tests.cases import each
from tests.play.kept_play import kept
from tests.web.browser import chromium
from tests.web.site import Tab, another_rolls, game_of, games_server
from tests.web.test_site import standing_code

if TYPE_CHECKING:
    from playwright.sync_api import Page


def ann_has_rolled(server: GamesServer, folder: Path) -> None:
    another_rolls(Folders(folder).journal_url)
    server.thread.run(game_of(server).play.catch_up)


def test_each_seat_takes_back_anothers_move_and_everybody_sees_it(server: GamesServer, tmp_path: Path) -> None:
    ann_has_rolled(server, tmp_path)
    ann, ben, tv = Tab(server.invitation(seat=0)), Tab(server.invitation(seat=1)), Tab(server.invitation())
    undone = ben.post("/seat/1", do="undo", seq=1)["live"]
    assert undone.startswith("Undone: Turn 1, Ann rolled")
    assert ann.get("/seat/0")["live"] == undone
    assert undone in tv.get("/history")["main"]


def test_an_old_page_and_a_spectator_take_nothing_back(server: GamesServer, tmp_path: Path) -> None:
    ann_has_rolled(server, tmp_path)
    Tab(server.invitation(host=True))
    ann, ben, tv = Tab(server.invitation(seat=0)), Tab(server.invitation(seat=1)), Tab(server.invitation())
    assert ben.post("/seat/1", do="undo", seq=1)["status"] == 200
    assert ann.post("/seat/0", do="redo", seq=1)["status"] == 422
    assert tv.post("/history", do="goto", seq=1)["status"] == 403
    assert ann.post("/history", do="goto", seq=99)["status"] == 422, "no such move yet"
    assert tv.post("/seat/0", do="redo", seq=2)["status"] == 403


def test_a_game_is_removed_and_put_back(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), kept("h")) as server:
        host = Tab(server.invitation(host=True))
        assert host.post("/saved", do="remove", it="g")["status"] == 200
        assert [one.id for one in server.thread.run(server.stored.all)] == ["h"]
        host.post("/saved", do="put-back")
        assert {one.id for one in server.thread.run(server.stored.all)} == {"g", "h"}


def test_the_open_game_can_be_removed(server: GamesServer) -> None:
    host = Tab(server.invitation(host=True))
    server.open("g")
    host.post("/saved", do="remove", it="g")
    assert server.thread.game is None and server.thread.run(server.stored.all) == ()
    assert host.get("/")["status"] == 200


def test_a_backup_brings_back_what_was_removed_after_it_and_that_is_taken_back(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), kept("h")) as server:
        host = Tab(server.invitation(host=True))
        host.post("/saved", do="back-up")
        (backup,) = list_backups(Folders(tmp_path).backups)
        assert backup.stem in str(host.get("/saved")["main"])
        host.post("/saved", do="remove", it="h")
        host.post("/saved", do="restore", it=backup.stem)
        assert {one.id for one in server.thread.run(server.stored.all)} == {"g", "h"}
        host.post("/saved", do="take-back")
        assert [one.id for one in server.thread.run(server.stored.all)] == ["g"]


def test_what_is_not_there_is_refused_and_changes_nothing(server: GamesServer) -> None:
    host = Tab(server.invitation(host=True))
    for asked in ({"do": "restore", "it": "../journal"}, {"do": "put-back"}, {"do": "remove", "it": "none"}, {}):
        assert host.post("/saved", **asked)["status"] == 422, asked
    assert [one.id for one in server.thread.run(server.stored.all)] == ["g"]


def test_only_the_host_sees_saved_games_and_figures(server: GamesServer) -> None:
    Tab(server.invitation(host=True))
    guest = Tab(server.invitation(seat=1))
    assert guest.get("/saved")["status"] == 404
    assert guest.get("/players")["status"] == 403


def test_the_figures_name_everybody_who_played(server: GamesServer) -> None:
    host = Tab(server.invitation(host=True))
    shown = str(host.get("/players")["main"])
    assert all(name in shown for name in kept("g").players)
    assert "No rolls yet." in shown


OCTETS = "application/octet-stream"


def test_a_game_that_was_begun_on_one_computer_goes_on_at_another_and_comes_back(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("one", "other")]
    for home in homes:
        home.mkdir()
    with games_server(homes[0], kept("g")) as one, games_server(homes[1]) as other:
        host, there = Tab(one.invitation(seat=0)), Tab(other.invitation())
        host.post(do="roll", seq=0)
        moved = download(host)
        page = json.loads(there.ask("POST", "/upload/record", moved, OCTETS)[1])
        assert (page["status"], page["address"]) == (200, "/") and "Friday" in page["main"]
        there.post("/game", do="sit", seat=0)
        seat = Tab(f"{other.address}/seat/0", there.device)
        assert seat.post(do="undo", seq=1)["status"] == 200
        assert game_of(other).play.seq == 2
        back = json.loads(host.ask("POST", "/upload/record", download(there), OCTETS)[1])
        one.thread.run(game_of(one).play.catch_up)
        assert back["status"] == 200 and game_of(one).play.seq == 2


def download(host: Tab) -> bytes:
    found = re.search(r'href="(picture/[^"]+)" download', host.get("/move")["main"])
    assert found is not None
    return host.ask("GET", f"/{found[1]}")[1]


def test_a_picture_of_a_games_code_opens_it_and_any_other_picture_says_what_is_wrong(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("one", "other")]
    for home in homes:
        home.mkdir()
    with games_server(homes[0], kept("g")) as one, games_server(homes[1]) as other:
        host, there = Tab(one.invitation()), Tab(other.invitation())
        assert '<div class="qr">' in host.get("/move")["main"]
        text = write_code(download(host))
        assert text is not None
        page = json.loads(there.ask("POST", "/upload/record", picture(text), OCTETS)[1])
        assert page["status"] == 200 and "Friday" in page["main"]
        page = json.loads(there.ask("POST", "/upload/record", picture("http://x.example"), OCTETS)[1])
        assert page["status"] == 422 and "contains no game" in page["main"]
        guest = Tab(other.invitation())
        assert json.loads(guest.ask("POST", "/upload/record", b"{}", OCTETS)[1])["status"] == 422


def picture(text: str) -> bytes:
    drawn, file = io.BytesIO(), io.BytesIO()
    segno.make(text, error="l").save(drawn, kind="png", scale=8)
    Image.open(drawn).convert("RGB").save(file, "JPEG")
    return file.getvalue()


@each("text", ["", "DECKTET1:", "DECKTET1:abc", "DECKTET1:::::", "DECKTET1:00", "http://x.example/"])
def test_a_text_that_holds_no_record_is_refused(text: str) -> None:
    with pytest.raises(NoRecordCode):
        read_code(text)


def test_a_long_record_has_no_code() -> None:
    assert write_code(bytes(range(256)) * 20) is not None
    assert write_code(secrets.token_bytes(3000)) is None


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[GamesServer]:
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


def test_who_took_a_seat_before_the_game_existed_plays_it_and_nobody_elses(empty_server: GamesServer) -> None:
    host = Tab(empty_server.invitation())
    guest = guest_of(empty_server, host)
    join(host, 0, "Ann")
    assert "Ann" in join(guest, 1, "Zoë")
    assert begin(host, "magnate") == "/seat/0"
    assert game_of(empty_server).play.game.players == ("Ann", "Zoë")
    assert 'href="seat/1"' in guest.get("/game")["main"] and guest.get("/seat/0")["status"] == 403


def test_three_people_are_offered_the_variant_for_three_one_device_holds_two(empty_server: GamesServer) -> None:
    host = Tab(empty_server.invitation())
    guest = guest_of(empty_server, host)
    for tab, seat, name in ((host, 0, "Ann"), (guest, 1, "Ben"), (guest, 2, "Cleo")):
        join(tab, seat, name)
    begin(host, "sorcerous-futures")
    assert game_of(empty_server).play.game.players == ("Ann", "Ben", "Cleo")
    assert guest.enter() == 200
    device = next(one for one in empty_server.devices.all() if not one.is_host)
    assert device.plays(game_of(empty_server).play.game.id) == (1, 2)


def test_nobody_takes_or_frees_what_another_device_has(empty_server: GamesServer) -> None:
    host = Tab(empty_server.invitation())
    guest = guest_of(empty_server, host)
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


def test_people_of_former_evenings_are_offered_and_player_one_is_nobody(empty_server: GamesServer) -> None:
    games = (replace(kept("a"), players=("Dora", "Player 1")), replace(kept("b"), players=("Emil", "Joueur 2")))
    for game in games:
        empty_server.thread.run(lambda game=game: empty_server.thread.journal.create(game))  # type: ignore[misc]
    host = Tab(empty_server.invitation())
    shown, players = host.get("/game")["main"], host.get("/players")["main"]
    assert 'value="Dora"' in shown and 'value="Emil"' in shown and "<b>Dora</b>" in players
    for nobody in ("Player 1", "Joueur 2"):
        assert f'value="{nobody}"' not in shown and f"<b>{nobody}</b>" not in players
    assert 'name="name" value="Dora"' in host.get("/game?name=Dora")["main"]
    assert 'value="Dora">Dora' not in join(host, 0, "Dora")


def test_a_guests_device_waits_as_the_table_or_the_tv_until_the_game_is_open(empty_server: GamesServer) -> None:
    host = Tab(empty_server.invitation())
    tablet, tv = guest_of(empty_server, host), guest_of(empty_server, host)
    own = [one.id for one in empty_server.devices.all() if not one.is_host]
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
def test_to_the_first_roll_the_host_taps_six_times_and_a_guest_three(empty_server: GamesServer, language: str) -> None:
    with chromium() as browser:

        def opens(address: str) -> Fingers:
            size = {"width": 390, "height": 844}
            page = browser.new_context(viewport=size, has_touch=True, locale=language).new_page()  # type: ignore[arg-type]
            page.goto(address)
            return Fingers(page)

        host = opens(empty_server.invitation())
        host.tap('a[href="game"]')
        code = host.page.locator(".invitation .code").inner_text()
        guest = opens(f"{empty_server.address}/game#{code}")
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
        assert (host.taps, guest.taps) == (6, 3) and game_of(empty_server).play.seq == 1


def test_a_press_is_for_what_lay_there_when_the_finger_came_down(empty_server: GamesServer) -> None:
    host = Tab(empty_server.invitation())
    with chromium() as browser:
        page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
        page.goto(f"{empty_server.address}/game#{standing_code(host)}")
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
