"""After any accepted correction the game can be finished and scored."""

from __future__ import annotations

import os

import pytest

from tests.cases import each
from tests.games.corrected_games import GAMES, corrected_to_the_end

WANTED = int(os.environ.get("CORRECTIONS", "2000"))
"""Accepted corrections for each preset of each game."""
STEP = 100
"""Corrections in one test, so that the part can be resumed."""
PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]


@each(
    ("name", "preset", "wanted"),
    [
        ("magistratvm", "four-players", 2),
        ("sorcerous-futures", "sly-excuse", 8),
        ("magnate", "standard", 2),
        ("magnate", "three-players", 2),
    ],
)
def test_after_an_accepted_correction_the_game_is_finished_and_scored(name: str, preset: str, wanted: int) -> None:
    assert corrected_to_the_end(GAMES[name], preset, wanted, seed=0) >= wanted


@pytest.mark.prove("corrections")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.parametrize("first", range(0, WANTED, STEP))
def test_after_two_thousand_accepted_corrections_every_game_is_finished_and_scored(
    name: str, preset: str, first: int
) -> None:
    assert corrected_to_the_end(GAMES[name], preset, STEP, seed=first + 1) >= STEP
