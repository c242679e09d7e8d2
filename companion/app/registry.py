"""How each game is shown, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.face import Face
from companion.app.magistratvm.face import MAGISTRATVM_FACE
from companion.app.magnate.face import MAGNATE_FACE
from companion.app.screens.any_game import AnyGameScreen
from companion.app.screens.begin_any import BeginAnyScreen
from companion.app.screens.other_games import OtherGamesScreen
from companion.games.registry import AnyGame, games

_FACES: Mapping[str, Face] = {"magnate": MAGNATE_FACE, "magistratvm": MAGISTRATVM_FACE}


ANY_GAME = Face(
    table="any_game",
    end="any_game",
    screens={"any_game": AnyGameScreen, "other_games": OtherGamesScreen, "begin_any": BeginAnyScreen},
)
"""How a game is shown that has no face of its own."""


def face_of(game: str) -> Face:
    """How this game is shown."""
    return _FACES.get(game, ANY_GAME)


def faces() -> tuple[Face, ...]:
    """Every face there is."""
    return (*_FACES.values(), ANY_GAME)


def formless() -> tuple[AnyGame, ...]:
    """The games that are begun by no form of their own."""
    return tuple(rules for rules in games() if face_of(rules.name).new_game is None)
