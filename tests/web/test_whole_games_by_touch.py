"""Whole games in Chromium by touch alone, from the first page to the score, on phones and tablets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.web.browser import chromium
from tests.web.site import games_server
from tests.web.touch import Player, play_out

MOST_TAPS = 4000
GAMES = [
    ("magnate", "standard", 2, (390, 844), False),
    ("magnate", "three-players", 3, (360, 800), False),
    ("magnate", "mega", 2, (1366, 1024), True),
    ("magnate", "solo", 2, (1024, 1366), True),
    ("sorcerous-futures", "three-players", 3, (360, 800), False),
]
"""The game, its preset and seats, the size of the screens, and whether all share one."""
LONG = ("magistratvm", "three-players", 3, (1366, 1024), True)
"""A game that players who tap at random rarely bring to an end: a part of it is played."""
PART = 150
"""Taps of that part."""


@pytest.mark.prove("browsers")
@pytest.mark.parametrize(("name", "preset", "seats", "size", "shared"), GAMES)
def test_a_whole_game_is_played_by_touch_alone(
    name: str, preset: str, seats: int, size: tuple[int, int], shared: bool, tmp_path: Path
) -> None:
    play(name, preset, seats, size, shared, tmp_path, MOST_TAPS, to_the_end=True)


@pytest.mark.prove("browsers")
def test_magistratvm_goes_on_by_touch_alone(tmp_path: Path) -> None:
    play(*LONG, tmp_path, PART, to_the_end=False)


def play(
    name: str,
    preset: str,
    seats: int,
    size: tuple[int, int],
    shared: bool,
    tmp_path: Path,
    most: int,
    *,
    to_the_end: bool,
) -> None:
    with games_server(tmp_path) as server, chromium() as browser:
        host = Player(browser, size, server.invitation())
        host.tap(host.page.locator('a.door[href="new"]'))
        host.tap(host.page.locator(f'a.door[href$="{name}"]'))
        host.tap(host.page.locator(f"button[name=preset][value={preset}]"))
        # Of four players of Sorcerous Futures one has the Excuse instead of Aces.
        for number, row in enumerate(host.page.locator(".dealt").all()):
            row.locator("label").nth(number % seats).tap()
        host.tap(host.page.locator("button.main"))
        players = [host]
        if shared:
            host.tap(host.page.locator("a.back"))
            host.tap(host.page.locator('a[href="table"]'))
        else:
            host.tap(host.page.locator("button", has_text="Play as").first)
            players += [Player(browser, size, server.invitation(seat=seat)) for seat in range(1, seats)]
        if to_the_end:
            play_out(players, random.Random(1), most)
        else:
            chance = random.Random(1)
            assert all(any(player.act(chance) for player in players) for _ in range(most))
        for player in players:
            assert player.faults == []
            wide = player.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0]
