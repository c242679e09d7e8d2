"""``companion web``: who is let in, who plays which seat, and what is done once however often it is sent."""

import json
import stat
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.new_game import NewGame
from companion.web.devices import FILE_NAME
from companion.web.hosting.games_server import GamesServer
from companion.web.hosting.server_host import ServerHost
from tests.journal.corrupting import torn_journal
from tests.play.kept_play import kept
from tests.web.site import Tab, another_rolls, game_of, games_server


def seq(server: GamesServer) -> int:
    return game_of(server).play.seq


def correct(tab: Tab, server: GamesServer, action: str = "", path: str = "/seat/0") -> dict[str, object]:
    """Rolls, which any seat at turn may do."""
    return tab.post(path, action, do="roll", seq=seq(server))


def standing_code(host: Tab) -> str:
    """The code on the host's page that lets everybody in."""
    return str(host.get("/game")["main"].partition('class="code">')[2][:8])


def test_the_first_device_is_the_host_and_one_standing_code_admits_everybody_else(server: GamesServer) -> None:
    host = Tab(server.invitation())
    assert host.entered == 200 and server.devices.has_host
    code = standing_code(host)
    guest, other = Tab(f"{server.address}/game#{code}"), Tab(f"{server.address}/game#{code}")
    assert guest.entered == other.entered == 200 and standing_code(host) == code
    assert code not in guest.get("/game")["main"] and "New game" not in guest.get("/")["main"]
    assert guest.post("/game", do="renew")["status"] == 422
    assert guest.post("/", do="open", game="g")["status"] == 403
    device = next(one for one in server.devices.all() if not one.is_host)
    host.post("/game", do="host", device=device.id)
    assert guest.get("/")["status"] == 200 and "New game" in guest.get("/")["main"]
    assert host.post("/game", do="renew")["status"] == 422


def test_the_standing_code_ends_if_the_host_wants_another_or_disconnects_its_device(server: GamesServer) -> None:
    host = Tab(server.invitation())
    first = standing_code(host)
    host.post("/game", do="renew")
    second = standing_code(host)
    guest = Tab(f"{server.address}/game#{second}")
    assert first != second and Tab(f"{server.address}/game#{first}").entered == 403 and guest.entered == 200
    device = next(one for one in server.devices.all() if not one.is_host)
    host.post("/game", do="revoke", device=device.id)
    assert guest.enter(second) == 403 and standing_code(host) != second


def test_the_host_renames_a_player_and_the_seats_go_on(server: GamesServer) -> None:
    host, ann = Tab(server.invitation()), Tab(server.invitation(seat=0))
    correct(ann, server)
    assert ann.post("/names", name=["Zoë", ""])["status"] == 403
    assert host.post("/names", name=["Zoë", ""])["status"] == 200
    assert game_of(server).play.game.players[0] == "Zoë"
    assert seq(server) == 1 and ann.get()["status"] == 200 and "Zoë" in host.get("/history")["main"]


def test_two_tabs_of_one_browser_play_two_seats_and_neither_acts_for_the_other(server: GamesServer) -> None:
    ann = Tab(server.invitation(seat=0))
    ben = Tab(server.invitation(seat=1), ann.device)
    assert len(server.devices.all()) == 1
    assert ann.get()["status"] == ben.get()["status"] == 200
    assert ann.get("/seat/1")["status"] == 403 and ben.get("/seat/0")["status"] == 403
    assert correct(ben, server)["status"] == 403 and seq(server) == 0
    assert correct(ann, server)["status"] == 200 and seq(server) == 1
    assert game_of(server).play.course.done[-1].entry.seat == 0


def test_no_request_without_the_tabs_secret_does_or_shows_anything(server: GamesServer) -> None:
    ann = Tab(server.invitation(seat=0))
    stranger = Tab(f"{server.address}/seat/0")
    assert stranger.entered == 401
    assert stranger.get()["status"] == correct(stranger, server)["status"] == 401
    document = stranger.ask("GET", "/seat/0", headers={"x-companion": ""})
    without_mark = ann.ask("POST", "/seat/0", b"do=roll", headers={"x-key": ""})
    assert b"Ann" not in document[1] and without_mark[0] == 401 and seq(server) == 0
    foreign = ann.ask("POST", "/seat/0", b"do=roll", headers={"origin": "http://x.example"})
    assert foreign[0] == 403 and seq(server) == 0


def test_a_restarted_browser_and_a_restarted_server_lock_nobody_out(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g")) as server:
        ann = Tab(server.invitation(seat=0))
        port = server.site.port
        again = Tab(f"{server.address}/seat/0", ann.device)
        assert again.entered == 200 and again.get()["status"] == 200
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600
    assert ann.device not in (tmp_path / FILE_NAME).read_text(encoding="utf8")
    with games_server(tmp_path, port=port) as server:
        server.open("g")
        assert ann.get()["status"] == 401, "the tab's own secret ends with the server"
        assert ann.enter() == 200 and ann.get()["status"] == 200
        assert next(iter(server.devices.all())).is_host


def test_a_revoked_device_and_a_freed_seat_act_no_more_and_their_open_pages_end(server: GamesServer) -> None:
    host = Tab(server.invitation())
    with Tab(server.invitation(seat=1)) as ben:
        ben.follow()
        ben.until(lambda page: page["status"] == 200)
        host.post("/game", do="free", seat=1)
        ben.until(lambda page: page["status"] == 403)
        assert ben.get()["status"] == 403
        device = next(one for one in server.devices.all() if not one.is_host)
        host.post("/game", do="revoke", device=device.id)
        while b"event: over" not in ben.received:
            ben.receive()
        assert ben.get()["status"] == 401 and ben.enter() == 401


def test_a_guests_device_is_the_table_between_the_players_and_opens_nothing_of_others(server: GamesServer) -> None:
    host, ben = Tab(server.invitation()), Tab(server.invitation(seat=1))
    tablet = Tab(f"{server.address}/#{standing_code(host)}")
    device = next(one for one in server.devices.all() if not one.is_host and not one.plays("g"))
    assert tablet.post("/game", do="table", device=device.id, table="yes")["status"] == 422, "a game is open"
    host.post("/game", do="table", device=device.id, table="yes")
    assert "Table for everybody" in tablet.get("/")["main"] and tablet.get("/table")["status"] == 200
    assert correct(tablet, server, path="/table")["status"] == 200 and seq(server) == 1
    assert tablet.get("/table?as=1&alone=1&open=1")["status"] == 403, "Ben answers on his own phone"
    assert tablet.get("/new")["status"] == 403 and tablet.post("/game", do="renew")["status"] == 422
    host.post("/game", do="table", device=device.id, table="no")
    assert tablet.get("/table")["status"] == ben.get("/table")["status"] == 403


def test_a_lost_seat_is_reclaimed_by_one_tap_of_anybody_else_at_the_table(server: GamesServer) -> None:
    host, ben = Tab(server.invitation()), Tab(server.invitation(seat=1))
    new_phone = Tab(server.invitation())
    assert "Waiting until" in new_phone.post("/game", do="sit", seat=1)["main"]
    asking = next(one for one in server.devices.all() if not one.is_host and not one.plays("g"))
    new_phone.post("/game", do="grant", seat=1, device=asking.id)
    assert ben.get()["status"] == 200, "nobody grants a seat to himself"
    assert "asks to play as Ben" in host.get("/game")["main"]
    host.post("/game", do="grant", seat=1, device=asking.id)
    assert Tab(f"{server.address}/seat/1", new_phone.device).get()["status"] == 200
    assert ben.get()["status"] == 403


def test_a_tap_that_is_sent_again_is_done_once_even_after_a_restart(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g")) as server:
        ann = Tab(server.invitation(seat=0))
        first = correct(ann, server, "tap-1")
        again = ann.post("/seat/0", "tap-1", do="roll", seq=0)
        assert first == again and seq(server) == 1
        rolled = game_of(server).play.course.done[-1].move
    with games_server(tmp_path) as server:
        server.open("g")
        ann = Tab(f"{server.address}/seat/0", ann.device)
        ann.post("/seat/0", "tap-1", do="roll", seq=0)
        assert seq(server) == 1 and game_of(server).play.course.done[-1].move == rolled


def test_the_next_game_of_the_same_players_keeps_their_seats(server: GamesServer) -> None:
    ben, game = Tab(server.invitation(seat=1)), kept("g")
    other = NewGame(game.game, ("Cleo", "Ben"), dict(game.options), dict(game.setup))
    server.thread.run(lambda: server.stored.create(other))
    assert ben.get()["status"] == 403, "another game, other seats"
    server.open("g")
    server.thread.run(lambda: server.stored.create(replace(other, names=("Ben", "Ann"))))
    assert ben.get("/seat/0")["status"] == 403 and Tab(f"{server.address}/seat/0", ben.device).get()["status"] == 200


def test_a_name_that_changes_the_reading_direction_is_sent_without_that(tmp_path: Path) -> None:
    game = replace(kept("g"), name="Fri\u202eday", players=("A\u202ann", "Ben"))
    with games_server(tmp_path, game) as server:
        page = Tab(server.invitation(seat=0)).get()
        assert "Friday" in page["title"] and "Ann" in page["main"] and "\u202e" not in json.dumps(page)


def test_a_move_by_another_program_is_shown_to_all_who_follow(server: GamesServer, tmp_path: Path) -> None:
    with Tab(server.invitation()) as host:
        host.follow("/tv")
        host.until(lambda page: page["status"] == 200)
        another_rolls(f"sqlite:///{tmp_path / 'games.db'}")
        host.until(lambda page: "rolled" in page["live"])


def test_a_page_without_news_gives_a_sign_of_life_every_two_seconds(server: GamesServer) -> None:
    with Tab(server.invitation()) as host:
        host.follow("/")
        begun = time.monotonic()
        while host.received.count(b": \n\n") < 2:
            host.receive()
        assert time.monotonic() - begun < 4


def test_files_are_compressed_and_a_browser_that_has_them_gets_nothing(server: GamesServer) -> None:
    tab = Tab(server.address)
    status, content, headers = tab.ask("GET", "/transport.js", headers={"accept-encoding": "gzip"})
    assert status == 200 and headers["content-encoding"] == "gzip" and len(content) < 6000
    status, content, _ = tab.ask("GET", "/transport.js", headers={"if-none-match": headers["etag"]})
    assert status == 304 and content == b""


def test_a_refused_tap_shows_the_reason(server: GamesServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While Ann's tap is on its way, Ben rolls."""
    ann = Tab(server.invitation(seat=0))
    before = ann.get()["number"]
    asked = ServerHost.propose

    def others_first(host: ServerHost, *args: Any, **how: Any) -> None:
        another_rolls(f"sqlite:///{tmp_path / 'games.db'}")
        server.thread.run(game_of(server).play.catch_up)
        asked(host, *args, **how)

    monkeypatch.setattr(ServerHost, "propose", others_first)
    refused = ann.post(do="roll", seq=0)
    assert refused["status"] == 422 and 'role="alert"' in refused["main"]
    assert f'name="seq" value="{seq(server)}"' in refused["main"] and seq(server) == 1
    assert refused["number"] >= before


def test_a_browser_that_cannot_unpack_the_stream_gets_it_plain(server: GamesServer) -> None:
    with Tab(server.invitation(seat=0)) as ann:
        ann.follow("/seat/0&plain")
        while b"\ndata: {" not in ann.received:
            ann.receive()


def test_after_a_restart_the_last_game_is_open_again_and_its_seats_go_on(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g")) as server:
        ann = Tab(server.invitation(seat=0))
        assert ann.get()["status"] == 200
        port = server.site.port
    with games_server(tmp_path, port=port) as server:
        again = Tab(f"{server.address}/seat/0", ann.device)
        assert again.entered == 200
        closed = json.loads(again.ask("GET", "/seat/0")[1])
        assert closed["status"] == 404 and "no game is open" in closed["main"]
        server.reopen()
        assert again.get()["status"] == 200 and "Play as" in again.get("/")["main"]


def test_the_first_page_leads_to_every_page_that_the_host_has(server: GamesServer) -> None:
    assert 'href="move"' in Tab(server.invitation()).get("/")["main"]


def test_a_code_that_is_no_text_is_a_wrong_guess(server: GamesServer, capfd: pytest.CaptureFixture[str]) -> None:
    tab = Tab(server.address + "/")
    bodies = [b'{"code": "\\ud800"}', b'{"code": "A\\udfff"}', b'{"device": "\\ud800"}', b'{"\\ud800": "\\ud800"}']
    answers = [tab.ask("POST", "/enter", body, "application/json")[0] for body in bodies]
    assert answers == [403, 403, 401, 401]
    guesses = [tab.ask("POST", "/enter", bodies[0], "application/json")[0] for _ in range(4)]
    assert guesses == [403, 403, 403, 429] and capfd.readouterr().err == ""


def test_a_torn_last_move_is_said_on_the_first_page_and_to_every_seat_until_it_moves(tmp_path: Path) -> None:
    doubt = "was damaged or not fully written"
    with games_server(torn_journal(tmp_path)) as server:
        server.open("friday")
        host = Tab(server.invitation(host=True))
        assert doubt in host.get("/")["main"] and "Compare the last move with the table" in host.get("/")["main"]
        assert doubt in host.get("/table")["main"] and doubt in Tab(server.invitation(seat=1)).get("/seat/1")["main"]
