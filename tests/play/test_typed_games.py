"""Hundreds of random games of each kind through the printer and the parser: every move, and what else is legal."""

from __future__ import annotations

import os

import pytest

from tests.bench.record import Measured
from tests.figures import record
from tests.games.chance import KINDS, chance_game
from tests.play.typed_game import round_trips

GAMES = int(os.environ.get("TYPED_GAMES", "500"))
"""Games of each kind; Magnate's presets share them."""
EVERY = 60
"""Of every so many moves, everything that is legal then is printed and read too."""


@pytest.mark.prove("typed")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", ["magnate", "sorcerous-futures", "magistratvm"])
def test_random_games_read_back_from_their_texts_to_the_same_state(name: str) -> None:
    kinds = [kind for kind in KINDS if kind.startswith(name)]
    seeds = range(1000, 1000 + GAMES // len(kinds))
    texts = sum(round_trips(chance_game(kind, seed), EVERY) for kind in kinds for seed in seeds)
    print(f"{name}: {len(kinds) * len(seeds)} games, {texts} texts read back")
    assert texts > len(kinds) * len(seeds) * 50
    record({f"typed-{name}": Measured(0, texts)})
