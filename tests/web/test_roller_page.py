"""Bluetooth dice of the laptop: found and chosen on the host's page, and their throw counts in the open game."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from companion.bluetooth import FoundDie
from companion.games.magnate.moves import Roll
from companion.pieces import DieKind
from companion.rolls.reporting import KeptDie, Make
from tests.play.kept_play import kept
from tests.rolls.reporting.radio import RecordedRadio
from tests.web.site import Tab, game_of, games_server

RED = KeptDie("AA:01", Make.PIXELS, DieKind.D10, "red")
THROWN = {
    RED.address: [(0.0, bytes([3, 3, 3])), (0.6, bytes([3, 1, 4]))],
    "AA:02": [(0.0, b"R"), (0.9, b"S" + bytes([64, 0, 234]))],
}


def until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_die_is_found_and_chosen_and_a_throw_counts_in_the_open_game(tmp_path: Path) -> None:
    radio = RecordedRadio(THROWN, [FoundDie("AA:02", Make.GODICE, None, "blue")])
    with games_server(tmp_path, kept("g"), rolls=True) as server:
        server.dice.radio, server.dice.clock = (lambda: radio), radio.clock
        host = Tab(server.invitation(host=True))
        server.thread.run(lambda: server.dice.keep([RED]))
        host.post("/roller", do="search")
        assert "blue" in str(host.get("/roller")["main"])
        host.post("/roller", do="use", die="AA:02", kind="d10")
        until(lambda: len(server.dice.connected) == 2)
        assert str(host.get("/roller")["main"]).count("connected") >= 2
        radio.play()
        radio.now += 1.0
        game = game_of(server)
        until(lambda: game.snapshot.course.seq == 1)
        (step,) = game.snapshot.course.done
        assert step.entry.source == "dice" and isinstance(step.move, Roll)


def test_only_the_host_chooses_dice(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), rolls=True) as server:
        Tab(server.invitation(host=True))
        assert Tab(server.invitation(seat=1)).get("/roller")["status"] == 404
