"""After any accepted correction the game can be finished and scored."""

from __future__ import annotations

import pytest

from tests.games.corrected_games import GAMES, corrected_to_the_end


@pytest.mark.parametrize(("name", "wanted"), [("magistratvm", 2), ("sorcerous-futures", 8), ("magnate", 2)])
def test_after_an_accepted_correction_the_game_is_finished_and_scored(name: str, wanted: int) -> None:
    assert corrected_to_the_end(GAMES[name], wanted, seed=0) >= wanted


@pytest.mark.prove("corrections")
@pytest.mark.parametrize("seed", range(1, 41))
@pytest.mark.parametrize("name", GAMES)
def test_after_two_thousand_accepted_corrections_every_game_is_finished_and_scored(name: str, seed: int) -> None:
    assert corrected_to_the_end(GAMES[name], 50, seed) >= 50
