"""How each game is shown, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.game_ui import Face
from companion.app.magistratvm.game_ui import MAGISTRATVM_FACE
from companion.app.magnate.game_ui import MAGNATE_FACE
from companion.app.screen import Page
from companion.games.registry import AnyGame, games

_FACES: Mapping[str, Face] = {"magnate": MAGNATE_FACE, "magistratvm": MAGISTRATVM_FACE}


def _any_game() -> type[Page]:
    from companion.app.screens.any_game import AnyGameScreen

    return AnyGameScreen


def _other_games() -> type[Page]:
    from companion.app.screens.other_games import OtherGamesScreen

    return OtherGamesScreen


def _begin_any() -> type[Page]:
    from companion.app.screens.begin_any import BeginAnyScreen

    return BeginAnyScreen


ANY_GAME = Face(
    table="any_game",
    end="any_game",
    screens={"any_game": _any_game, "other_games": _other_games, "begin_any": _begin_any},
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
