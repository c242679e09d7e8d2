"""Hundreds of random games of each kind through the printer and the parser: every move, and what else is legal."""

from __future__ import annotations

import os

import pytest

from tests.bench.figures import Measured
from tests.figures import record, write, written
from tests.games.chance import KINDS, chance_game
from tests.play.typed_game import round_trips

GAMES = int(os.environ.get("TYPED_GAMES", "500"))
"""Games of each kind; Magnate's presets share them, and the contested readings of Magistratvm."""
STEP = 50
"""Games in one test, so that the part can be resumed."""
EVERY = 60
"""Of every so many moves, everything that is legal then is printed and read too."""


def kinds_of(name: str) -> list[str]:
    """The kinds of games of this name; Magistratvm's readings differ from game to game."""
    return [f"{kind} readings" if kind == "magistratvm" else kind for kind in KINDS if kind.startswith(name)]


@pytest.mark.prove("typed")
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("first", range(0, GAMES, STEP))
@pytest.mark.parametrize("name", ["magnate", "sorcerous-futures", "magistratvm"])
def test_random_games_read_back_from_their_texts_to_the_same_state(name: str, first: int) -> None:
    kinds, games = kinds_of(name), range(first, min(GAMES, first + STEP))
    texts = sum(round_trips(chance_game(kinds[game % len(kinds)], 1000 + game), EVERY) for game in games)
    assert texts > len(games) * 50
    add(name, first, len(games), texts)


def add(name: str, first: int, games: int, texts: int) -> None:
    """Write down how much was read back, and record the sum once every game has been played."""
    every = written("typed")
    every[name] = {**every.get(name, {}), str(first): [games, texts]}
    write("typed", every)
    played, read = (sum(one) for one in zip(*every[name].values(), strict=True))
    print(f"{name}: {played} games, {read} texts read back")
    if played >= GAMES:
        record({f"typed-{name}": Measured(0, read)})
