"""Thousands of random taps, with proposals of cameras, rollers and phones between them, raise and orphan nothing.

``MONKEY_TAPS`` and ``MONKEY_SEED`` make other rounds than ``make prove monkey``: fewer or more taps, other seeds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from tests.app.monkey import Monkey, Place  # isort: skip - it settles Kivy first

from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magnate import Phase
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.options import PRESETS
from companion.games.sorcerous_futures.setup import Setup
from docs.tools.app_games import play_to
from tests.app.tablet import Tablet
from tests.games.magistratvm.random_game import begun
from tests.games.sorcerous_futures.reference import deal
from tests.games.sorcerous_futures.reference_moves import cards

SIZES = ((800, 1280), (1024, 600), (1280, 800), (1920, 1200), (2560, 1600))
NAMES = ("Ann", "Ben", "Cleo", "Dan")
FIRST = int(os.environ.get("MONKEY_SEED", "0"))
ROUNDS = 2
"""Tests into which the taps on one screen and size are divided: a part that is stopped goes on with the next."""
TAPS = int(os.environ.get("MONKEY_TAPS", "5000"))
"""In each size, over all places."""
QUICK = 60
"""Taps that are tried with every change."""


def _magnate(preset: str) -> Callable[[Any, Random], None]:
    def enter(app: Any, dice: Random) -> None:
        play_to(app, preset, dice.choice((1, 3, 9, 14, 23)), dice.choice((Phase.ROLL, Phase.PLAY)))

    return enter


def _sorcerous(app: Any, dice: Random) -> None:
    table = deal(dice.choice((3, 4)), dice)
    preset = PRESETS["three-players" if table.seats == 3 else "four-players"]
    app.start_game(SORCEROUS_FUTURES, NAMES[: table.seats], preset, Setup(tuple(cards(*own) for own in table.aces)))


def _magistratvm(app: Any, dice: Random) -> None:
    state, setup, _ = begun(dice.choice((3, 4)), dice.randrange(100))
    app.start_game(MAGISTRATVM, NAMES[: state.seats], state.options, setup)


def _home(app: Any, dice: Random) -> None:
    _magnate("standard")(app, dice)
    app.go("start")


def _screen(*names: str) -> Callable[[Any, Random], None]:
    return lambda app, dice: app.go(dice.choice(names))


PLACES: Mapping[str, tuple[Callable[[Any, Random], None], tuple[str, ...]]] = {
    "two": (_magnate("standard"), ("table",)),
    "three": (_magnate("three-players"), ("table",)),
    "solo": (_magnate("solo"), ("table",)),
    "sorcerous": (_sorcerous, ("any_game",)),
    "magistratvm": (_magistratvm, ("rome",)),
    "light": (_screen("tokens_only", "score_table", "roll_only"), ("tokens_only", "score_table", "roll_only")),
    "home": (_home, ("start", "games", "new_game", "other_games", "begin_any", "rules", "end")),
}
"""By name: how to get there, and the screens that are tapped."""


def let_loose(tablet: Tablet, name: str, seed: int, taps: int) -> None:
    """So many taps there."""
    enter, screens = PLACES[name]
    dice = Random(seed)
    Monkey(tablet, Place(lambda app: enter(app, dice), screens), seed).go_on(taps)


@pytest.fixture
def room(tablet: Tablet, size: tuple[int, int]) -> Any:
    """The tablet in a window of this size."""
    tablet.resize(*size)
    yield tablet
    tablet.faulty = True
    tablet.app.recovery.met.clear()
    tablet.app.go("start")


@pytest.mark.prove("monkey")
@pytest.mark.parametrize("part", range(ROUNDS))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("place", PLACES)
def test_random_taps_leave_nothing_on_the_screen_that_nobody_knows(
    room: Tablet, place: str, size: tuple[int, int], part: int
) -> None:
    seed = FIRST * 1000 + part * 100 + list(PLACES).index(place) * 10 + SIZES.index(size)
    let_loose(room, place, seed, TAPS // ROUNDS // len(PLACES))


@pytest.mark.parametrize("size", [(1280, 800)])
@pytest.mark.parametrize("place", ["two", "sorcerous"])
def test_a_few_random_taps_leave_nothing_on_the_screen_that_nobody_knows(
    room: Tablet, place: str, size: tuple[int, int]
) -> None:
    let_loose(room, place, 7, QUICK)
