"""``companion page``, run as a program: its invitation lets one in, and what is made elsewhere is shown."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from companion.play import Play
from tests.cli.test_kept_games import NEW, Say, data, say
from tests.page.visitor import Visitor
from tests.play.kept_play import NOON, ROLL, touch

__all__ = ["data", "say"]


def test_the_page_follows_a_game_that_another_program_plays(say: Say, data: Path) -> None:
    assert say(*NEW)[0] == 0
    command = [sys.executable, "-m", "companion", "--data", str(data), "page", "Friday", "--seat", "Ben"]
    # Whoever runs the tests in the background has Ctrl-C ignored, and so would the program.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    served = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        assert served.stdout is not None
        found = [re.fullmatch(r"(\w+): (http://127\.0\.0\.1:\d+/#\w+)\n", line) for line in _until(served, "Ben")]
        invitations = {one[1]: one[2] for one in found if one is not None}
        with Visitor(invitations["Scoreboard"]) as watching, Visitor(invitations["Ben"]) as ben:
            watching.follow()
            ben.follow()
            assert "offers" in ben.shown(0)
            with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
                (game,) = journal.games()
                play = Play(MAGNATE, journal, game.id, now=lambda: NOON, new_id=lambda: "roll")
                touch(play, MAGNATE.move_from_json({**MAGNATE.move_to_json(ROLL), "player": play.state.player}, ""))
            assert "die d10" in watching.shown(1)["html"]
    finally:
        served.send_signal(signal.SIGINT)
        served.communicate(timeout=30)
    assert served.returncode == 0


def test_who_does_not_play_has_no_page(say: Say) -> None:
    say(*NEW)
    assert "Zoë: does not play this game; name one of Ann, Ben" in say("page", "Friday", "--seat", "Zoë")[2]


def _until(served: subprocess.Popen[str], name: str) -> list[str]:
    """The lines printed up to the invitation of this name."""
    assert served.stdout is not None
    lines: list[str] = []
    while not lines or not lines[-1].startswith(name):
        lines.append(served.stdout.readline())
        assert lines[-1], lines
    return lines
