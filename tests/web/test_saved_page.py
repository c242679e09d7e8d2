"""The host's page of saved games: one is removed and put back, all are backed up and restored, and who won is told."""

from __future__ import annotations

from pathlib import Path

from companion.folders import Folders
from companion.journal.copies.evenings import list_backups
from companion.web.hosting.games_server import GamesServer
from tests.play.kept_play import kept
from tests.web.site import Tab, games_server


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
