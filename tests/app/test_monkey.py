"""Thousands of random taps, with proposals of cameras, rollers and phones between them, raise and orphan nothing.

``MONKEY_TAPS`` and ``MONKEY_SEED`` make other rounds than ``make prove monkey``: fewer or more taps, other seeds.
``ONLY=1024x600 make prove monkey`` taps in one size, and prints what was tapped there by screen and sheet. Two parts
hold the five sizes, since each is to take less than an hour.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.monkey import Monkey, Place  # isort: skip - it settles Kivy first

from companion.app.registry import ANY_GAME, find_game_ui
from companion.app.storage.settings import TEXT_SIZES
from companion.app.window.screen_names import SCREENS
from companion.app.window.theme import theme
from companion.games.registry import games
from tests.app.monkey_places import PLACES, home, keep, reached, sheets
from tests.app.tablet import Tablet

SMALL, LARGE = ((800, 1280), (1024, 600), (1280, 800)), ((1920, 1200), (2560, 1600))
SIZES = (*SMALL, *LARGE)
FIRST = int(os.environ.get("MONKEY_SEED", "0"))
TAPS = int(os.environ.get("MONKEY_TAPS", "5000"))
"""In each size, over all places."""
SHARE = {"tables": 0.4, "screens": 0.3, "sheets": 0.3}
"""Of the taps, by the kind of place."""
LEAST = 20
"""Taps that each screen must have had in each size, of 5,000."""
QUICK = 25
"""Taps that are tried with every change."""
EVERY = [(kind, name) for kind, places in PLACES.items() for name in places]


def spelled(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def let_loose(tablet: Tablet, place: Place, seed: int, taps: int) -> Monkey:
    """So many taps there."""
    monkey = Monkey(tablet, place, seed)
    monkey.go_on(taps)
    return monkey


@pytest.fixture
def room(
    tablet: Tablet, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> Iterator[Tablet]:
    """The tablet in a window of this size, and photos of its own to choose from."""
    monkeypatch.setenv("HOME", str(home(tmp_path / "home")))
    tablet.resize(*size)
    yield tablet
    tablet.faulty = True
    tablet.app.recovery.met.clear()
    tablet.app.web_pages.end()
    tablet.app.go("start")
    if theme.name != "evening":
        tablet.app.use_theme("evening")
    if theme.lettering != TEXT_SIZES["usual"]:
        tablet.app.set_text_size("usual")
    # A place makes as many widgets as fifty other tests: uncollected they fill gigabytes, and slow each tap down.
    tablet.tidy(everything=pytestconfig.getoption("--prove") is not None)


EVERY_PLACE = pytest.mark.parametrize(("kind", "place"), EVERY, ids=["-".join(pair) for pair in EVERY])
IN_SMALL_WINDOWS = pytest.mark.parametrize("size", SMALL, ids=spelled)
IN_LARGE_WINDOWS = pytest.mark.parametrize("size", LARGE, ids=spelled)


@pytest.mark.prove("monkey")
@EVERY_PLACE
@IN_SMALL_WINDOWS
def test_random_taps_leave_nothing_unknown(room: Tablet, kind: str, place: str, size: tuple[int, int]) -> None:
    tap_everywhere(room, kind, place, size)


@pytest.mark.prove("monkey-large")
@EVERY_PLACE
@IN_LARGE_WINDOWS
def test_random_taps_leave_nothing_in_a_large_window(
    room: Tablet, kind: str, place: str, size: tuple[int, int]
) -> None:
    tap_everywhere(room, kind, place, size)


def tap_everywhere(room: Tablet, kind: str, place: str, size: tuple[int, int]) -> None:
    """The share of the taps that one place has in this size; what they reach is counted."""
    seed = FIRST * 10_000 + EVERY.index((kind, place)) * 10 + SIZES.index(size)
    taps = max(1, round(TAPS * SHARE[kind] / len(PLACES[kind])))
    monkey = let_loose(room, PLACES[kind][place], seed, taps)
    keep(spelled(size), f"{kind}-{place}", monkey.screens, monkey.sheets)


@pytest.mark.prove("monkey")
@IN_SMALL_WINDOWS
def test_random_taps_reach_every_screen_and_sheet(size: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        check_all_was_reached(size)


@pytest.mark.prove("monkey-large")
@IN_LARGE_WINDOWS
def test_random_taps_reach_all_of_a_large_window(size: tuple[int, int], capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        check_all_was_reached(size)


def check_all_was_reached(size: tuple[int, int]) -> None:
    """Print what was tapped in a size, and fail if a screen or a sheet was not."""
    found = reached(spelled(size))
    missing = {f"{kind}-{place}" for kind, place in EVERY} - found.places
    print(f"\n{spelled(size)}: {found.taps} taps, {len(missing)} places to come")
    print(*found.lines(frozenset(SCREENS), sheets()), sep="\n")
    if missing:
        pytest.skip(f"{len(missing)} places of {spelled(size)} are still to be tapped")
    least = LEAST * TAPS // 5000
    # Each game here has a table of its own, so no tap leads to that of a game without one.
    shown = SCREENS.keys() - ({ANY_GAME.table} - {find_game_ui(rules.name).table for rules in games()})
    assert {name: found.screens[name] for name in shown if found.screens[name] < least} == {}
    assert {name for name in sheets() if not found.sheets[name]} == set()


@pytest.mark.parametrize("size", [(1280, 800)])
@pytest.mark.parametrize("place", ["standard", "sorcerous-futures"])
def test_a_few_random_taps_leave_nothing_that_nobody_knows(room: Tablet, place: str, size: tuple[int, int]) -> None:
    let_loose(room, PLACES["tables"][place], 7, QUICK)
