"""Whole games of all three kinds by touch in the browser edition, its server stopped after the first load."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.browser.game_log import GameLog
from companion.browser.host import BrowserHost
from tests.browser.deliberate import DeliberatePlayers, TouchTable, moves_of, record_of
from tests.browser.edition import all_games, ready, served, stored
from tests.browser.memory_file import MemoryFile
from tests.browser.strategies import Choose, rule_at_random, sell_at_once
from tests.web.touch import Player, play_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.prove("browser-edition"), pytest.mark.timeout(1200)]
MOST_TAPS = 4000
SHORT_GAME = 39
"""The seed of a short game of Magistratvm."""


@contextmanager
def without_server(
    edition: Path, browser: Browser, name: str, preset: str, size: tuple[int, int]
) -> Iterator[tuple[Player, str]]:
    """A game that was begun by touch after the server had stopped, and the address of the edition."""
    with served(edition) as (address, server):
        player = Player(browser, size, address)
        ready(player.page)
        stored(player.page)
        server.shutdown()
        server.server_close()
        player.tap(player.page.locator('a.door[href="new"]'))
        player.tap(player.page.locator(f'a.door[href$="{name}"]'))
        player.tap(player.page.locator(f"button[name=preset][value={preset}]"))
        player.tap(player.page.locator("button.main"))
        yield player, address


@pytest.mark.parametrize(("preset", "size"), [("standard", (390, 844)), ("solo", (1024, 1366))])
def test_a_whole_game_of_magnate_is_played_by_touch_without_a_network(
    edition: Path, browser: Browser, preset: str, size: tuple[int, int]
) -> None:
    with without_server(edition, browser, "magnate", preset, size) as (player, _):
        play_out([player], random.Random(1), MOST_TAPS)
        assert player.faults == []


@pytest.mark.parametrize(
    ("name", "preset", "size", "choose"),
    [
        ("sorcerous-futures", "three-players", (390, 844), sell_at_once),
        ("sorcerous-futures", "four-players", (1024, 1366), sell_at_once),
        ("magistratvm", "three-players", (1366, 1024), rule_at_random(SHORT_GAME)),
    ],
)
def test_a_whole_game_is_played_by_touch_without_a_network_and_scored_as_natively(
    edition: Path, browser: Browser, name: str, preset: str, size: tuple[int, int], choose: Choose
) -> None:
    with without_server(edition, browser, name, preset, size) as (player, address):
        host = BrowserHost(GameLog(MemoryFile()), {}, lambda _notes: None)
        host.read_record(record_of(all_games(player.page, address)), "begun")
        player.page.goto(f"{address}table")
        ready(player.page)
        DeliberatePlayers(TouchTable(player), host).play_out(choose)
        assert player.page.locator(".ending").count() == 1
        assert player.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        played = record_of(all_games(player.page, address)).decode()
        assert moves_of(played) == moves_of(host.record())
        assert player.faults == []
