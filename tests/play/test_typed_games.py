"""Hundreds of random games of each kind through the printer and the parser: every move, and what else is legal."""

from __future__ import annotations

import os

import pytest

from tests.games.chance import KINDS, MAGNATE_PRESETS, chance_game
from tests.play.typed_game import round_trips

GAMES = int(os.environ.get("TYPED_GAMES", "500"))
"""Games of each kind; Magnate's presets share them."""
EVERY = 60
"""Of every so many moves, everything that is legal then is printed and read too."""


@pytest.mark.prove("typed")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("kind", KINDS)
def test_random_games_read_back_from_their_texts_to_the_same_state(kind: str) -> None:
    games = GAMES // len(MAGNATE_PRESETS) if kind.startswith("magnate") else GAMES
    texts = sum(round_trips(chance_game(kind, 1000 + seed), EVERY) for seed in range(games))
    print(f"{kind}: {games} games, {texts} texts read back")
    assert texts > games * 50
