"""How each game is shown, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.app_screen import AppScreen
from companion.app.game_ui import GameUI
from companion.app.magistratvm.game_ui import MAGISTRATVM_UI
from companion.app.magnate.game_ui import MAGNATE_UI
from companion.games.registry import AnyGame, games

_FACES: Mapping[str, GameUI] = {"magnate": MAGNATE_UI, "magistratvm": MAGISTRATVM_UI}


def _any_game() -> type[AppScreen]:
    from companion.app.screens.any_game import AnyGameScreen

    return AnyGameScreen


def _other_games() -> type[AppScreen]:
    from companion.app.screens.other_games import OtherGamesScreen

    return OtherGamesScreen


def _begin_any() -> type[AppScreen]:
    from companion.app.screens.begin_any import BeginAnyScreen

    return BeginAnyScreen


ANY_GAME = GameUI(
    table="any_game",
    end="any_game",
    screens={"any_game": _any_game, "other_games": _other_games, "begin_any": _begin_any},
)
"""How a game is shown that has no face of its own."""


def find_game_ui(game: str) -> GameUI:
    """How this game is shown."""
    return _FACES.get(game, ANY_GAME)


def all_game_uis() -> tuple[GameUI, ...]:
    """Every face there is."""
    return (*_FACES.values(), ANY_GAME)


def games_without_form() -> tuple[AnyGame, ...]:
    """The games that are begun by no form of their own."""
    return tuple(rules for rules in games() if find_game_ui(rules.name).new_game is None)
