"""``companion page``, run as a program: its invitation lets one in, and what is made elsewhere is shown."""

from __future__ import annotations

from pathlib import Path

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.play import Play
from tests.cli.test_kept_games import NEW, Say, data, say
from tests.page.as_program import page_program
from tests.page.visitor import Visitor
from tests.play.kept_play import NOON, ROLL, touch

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
        with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
            (game,) = journal.games()
            play = Play(MAGNATE, journal, game.id, now=lambda: NOON, new_id=lambda: "roll")
            touch(play, MAGNATE.move_from_json({**MAGNATE.move_to_json(ROLL), "player": play.state.player}, ""))
        assert "die d10" in watching.shown(1)["html"]
    assert served.returncode == 0


def test_who_does_not_play_has_no_page(say: Say) -> None:
    say(*NEW)
    assert "Zoë: does not play this game; name one of Ann, Ben" in say("page", "Friday", "--seat", "Zoë")[2]
