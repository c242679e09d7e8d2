"""``companion page``, run as a program: its invitation lets one in, and what is made elsewhere is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.web import DisplayedCode
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.play import Play
from companion.web.access_codes import AccessCodes
from tests.cli.test_kept_games import NEW, Say, data, say
from tests.cut import Network
from tests.play.kept_play import NOON, ROLL, touch
from tests.postgres import Postgres
from tests.web.as_program import page_program
from tests.web.visitor import Visitor

__all__ = ["data", "say"]


def test_the_page_follows_a_game_that_another_program_plays(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    with (
        page_program(data, "Friday", "Ben") as (served, (scoreboard, own)),
        Visitor(scoreboard) as watching,
        Visitor(own) as ben,
    ):
        watching.follow()
        ben.follow()
        assert "offers" in ben.shown(0)
        another_rolls(f"sqlite:///{data / 'games.db'}")
        assert "die d10" in watching.shown(1)["html"]
    assert served.returncode == 0


@pytest.mark.prove("club")
def test_the_page_of_a_clubs_game_stays_while_its_server_is_away_and_says_so_once(
    say: Say, data: Path, server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = server.schema()
    with Network(server.port) as network:
        monkeypatch.setenv("COMPANION_DATABASE_URL", url.replace(f":{server.port}/", f":{network.port}/"))
        assert say(*NEW)[0] == 0
        with page_program(data, "Friday", "Ben") as (served, (scoreboard, _)), Visitor(scoreboard) as watching:
            watching.follow()
            watching.shown(0)
            network.cut()
            assert served.stderr is not None and "cannot connect" in served.stderr.readline()
            network.mend()
            another_rolls(url)
            assert "die d10" in watching.shown(1)["html"]
    assert served.returncode == 0


def another_rolls(url: str) -> None:
    """Another program plays on."""
    with Journal.open(url) as journal:
        (game,) = journal.games()
        play = Play(MAGNATE, journal, game.id, now=lambda: NOON, new_id=lambda: "roll")
        touch(play, MAGNATE.move_from_json({**MAGNATE.move_to_json(ROLL), "player": play.state.player}, ""))


def test_a_code_that_nobody_used_in_time_is_followed_by_the_next() -> None:
    now = [0.0]
    codes = AccessCodes(lambda: now[0])
    shown = DisplayedCode(codes, lambda: f"http://page/#{codes.issue(None)}")
    shown.refresh()
    first = shown.code
    shown.refresh()
    assert shown.code == first
    now[0] = 601
    shown.refresh()
    assert shown.code != first and codes.is_valid(shown.code)


def test_who_does_not_play_has_no_page(say: Say) -> None:
    say(*NEW)
    assert (
        "--seat Zoë: no such player. Choose from: Ann or Ben, or a seat number from 0"
        in say("page", "Friday", "--seat", "Zoë")[2]
    )
