"""Of what a terminal, a host or the app acknowledged, a kill in the midst of a move loses nothing."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.bench.figures import Measured
from tests.figures import record, write, written
from tests.journal.killed_games import Begin, app, kill_games
from tests.web.as_program import page_program
from tests.web.site import Tab

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals of this kind", allow_module_level=True)

from tests.cli.terminal_session import TerminalSession

KILLS = int(os.environ.get("KILLS", "100"))


@contextmanager
def terminal(folder: Path, acknowledged: list[int]) -> Iterator[subprocess.Popen[bytes]]:
    """The prompt, at which corrections are typed as fast as it answers."""
    with TerminalSession(folder, "play", "Friday") as table:
        table.wait_for("Ben>")

        def type_on() -> None:
            with suppress(AssertionError, OSError):
                while True:
                    table.type(f"correct tokens Ann M{acknowledged[-1] % 2 + 3}")
                    acknowledged.append(acknowledged[-1] + 1)

        typist = threading.Thread(target=type_on)
        typist.start()
        try:
            yield table.command
        finally:
            table.command.kill()
            typist.join()


@contextmanager
def host(folder: Path, acknowledged: list[int]) -> Iterator[subprocess.Popen[str]]:
    """``companion web``, and a player who taps as fast as it answers."""
    with page_program(folder, "Friday", "Ben") as (served, (_, own)):
        ben = Tab(own)

        def tap_on() -> None:
            with suppress(OSError, ValueError):
                while True:
                    seq = acknowledged[-1]
                    now = {"a.kind": "tokens", "a.player": "0", "a.suit": "M", "a.number": str(seq % 2 + 3)}
                    page = ben.post("/seat/1", f"tap-{seq}", do="decide", decision="correct", seq=seq, **now)
                    assert page["status"] == 200, page
                    acknowledged.append(seq + 1)

        player = threading.Thread(target=tap_on)
        player.start()
        try:
            yield served
        finally:
            served.kill()
            player.join()


PLAYED: dict[str, Begin] = {"terminal": terminal, "host": host, "app": app}


@pytest.mark.prove("power")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("who", PLAYED)
def test_of_a_hundred_kills_in_the_midst_of_a_move_none_loses_an_acknowledged_move(who: str, tmp_path: Path) -> None:
    if who == "app" and not os.environ.get("DISPLAY"):
        pytest.skip("no display for the app (run it with xvfb-run)")
    counted = kill_games(tmp_path, PLAYED[who], KILLS, seed=len(who))
    print(counted, file=sys.__stdout__, flush=True)
    assert (counted.kills, counted.lost, counted.doubled, counted.damaged) == (KILLS, 0, 0, 0), counted
    before = written("kills").get("hosts", {})
    write("kills", {"hosts": {**before, who: counted.kills}})
    kills = sum({**before, who: counted.kills}.values())
    record({"kills-hosts": Measured(counted.lost + counted.doubled + counted.damaged, kills)})
