"""Who may take another's move back among phones, and what everybody then sees."""

from __future__ import annotations

from pathlib import Path

from companion.folders import Folders
from companion.web.hosting.games_server import GamesServer
from tests.web.site import Tab, another_rolls, game_of


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
