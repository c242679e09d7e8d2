"""Whole games in Chromium by touch alone, from the first page to the score, on phones and tablets."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from companion.journal import Journal
from companion.journal.record import write_record
from companion.web.hosting.games_server import GamesServer
from tests.browser.deliberate import DeliberatePlayers, TouchTable, moves_of
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import rule_at_random
from tests.web.browser import chromium
from tests.web.site import games_server
from tests.web.touch import Player, play_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Size = tuple[int, int]
MOST_TAPS = 4000
GAMES = [
    ("magnate", "standard", 2, (390, 844), False),
    ("magnate", "three-players", 3, (360, 800), False),
    ("magnate", "mega", 2, (1366, 1024), True),
    ("magnate", "solo", 2, (1024, 1366), True),
    ("sorcerous-futures", "three-players", 3, (360, 800), False),
]
"""The game, its preset and seats, the size of the screens, and whether all share one."""
SHORT_GAME = 39
"""The seed of a short game of Magistratvm; players who tap at random rarely bring one to an end."""


@pytest.mark.prove("browsers")
@pytest.mark.parametrize(("name", "preset", "seats", "size", "shared"), GAMES)
def test_a_whole_game_is_played_by_touch_alone(
    name: str, preset: str, seats: int, size: Size, shared: bool, tmp_path: Path
) -> None:
    play(name, preset, seats, size, shared, tmp_path)


@pytest.mark.prove("browsers")
@pytest.mark.timeout(1200)
def test_magistratvm_is_played_by_touch_alone_on_one_tablet_to_its_score(tmp_path: Path) -> None:
    size = (1366, 1024)
    with games_server(tmp_path) as server, chromium() as browser:
        host, _ = begin(server, browser, "magistratvm", "three-players", 3, size, shared=True)
        model = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
        model.read_record(record_of(tmp_path).encode(), "begun")
        DeliberatePlayers(TouchTable(host), model).play_out(rule_at_random(SHORT_GAME))
        assert host.page.locator(".ending").count() == 1
        assert moves_of(record_of(tmp_path)) == moves_of(model.record())
        whole(host, size)


def play(name: str, preset: str, seats: int, size: Size, shared: bool, tmp_path: Path) -> None:
    with games_server(tmp_path) as server, chromium() as browser:
        host, others = begin(server, browser, name, preset, seats, size, shared=shared)
        players = [host, *others]
        play_out(players, random.Random(1), MOST_TAPS)
        for player in players:
            whole(player, size)


def begin(
    server: GamesServer, browser: Browser, name: str, preset: str, seats: int, size: Size, *, shared: bool
) -> tuple[Player, list[Player]]:
    """A game begun by touch at the host's device, and the devices of the other seats."""
    host = Player(browser, size, server.invitation())
    host.tap(host.page.locator('a.door[href="new"]'))
    host.tap(host.page.locator(f'a.door[href$="{name}"]'))
    host.tap(host.page.locator(f"button[name=preset][value={preset}]"))
    # Of four players of Sorcerous Futures one has the Excuse instead of Aces.
    for number, row in enumerate(host.page.locator(".dealt").all()):
        row.locator("label").nth(number % seats).tap()
    host.tap(host.page.locator("button.main"))
    if shared:
        host.tap(host.page.locator("a.back"))
        host.tap(host.page.locator('a[href="table"]'))
        return host, []
    host.tap(host.page.locator("button", has_text="Play as").first)
    return host, [Player(browser, size, server.invitation(seat=seat)) for seat in range(1, seats)]


def whole(player: Player, size: Size) -> None:
    """Nothing failed in the page, and nothing of it lies beside the screen."""
    assert player.faults == []
    assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def record_of(folder: Path) -> str:
    """The record of the only game there."""
    with Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        (game,) = journal.games()
        return write_record(game, journal.entries(game.id))
