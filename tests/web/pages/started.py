"""Games behind the pages: begun by the form of the lobby, or a random one that has come so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from companion.games.registry import game as rules_of
from companion.journal.entries import Entry
from companion.web.pages.host import PageHost, Viewer
from tests.games.chance import NOON, chance_game
from tests.web.pages.table_host import Device, TableHost


def start_game(host: PageHost, name: str, preset: str) -> Device:
    """Begin a game of this preset."""
    device = Device(host, Viewer(None, is_host=True))
    device.open(f"new?{urlencode({'game': name, 'preset': preset})}")
    assert device.page.status == 200
    device.send(device.outline.forms[0])
    assert device.page.status != 422, device.page.main
    return device


def resume(kind: str, fits: Callable[[Any], bool], least: int = 20) -> TableHost:
    """Open a random game of a kind where its state fits, after so many moves."""
    game = chance_game(kind, 3)
    number = next(at for at, (course, _) in enumerate(game.courses()) if at >= least and fits(course.state))
    entries = [
        Entry("g", seq, f"e{seq}", seq - 1, NOON, None, "touch", game.rules.move_to_json(move))
        for seq, move in enumerate(game.moves[:number], 1)
    ]
    return TableHost(replace(game.kept, id="g"), entries)


def at_phase(
    kind: str, phase: str, least: int = 20, fits: Callable[[Any], bool] = lambda _state: True
) -> tuple[TableHost, Device]:
    """A device of the seat that is asked in this phase of a random game, once the state fits."""
    rules = rules_of(kind.partition(" ")[0])
    host = resume(kind, lambda state: rules.phase(state) == phase and fits(state), least)
    state = host.playing.state
    seat = rules.waiting_for(state)[0].owner
    device = Device(host, Viewer(seat))
    device.open(f"seat/{seat}")
    return host, device
