"""The user interface of each game, by the game's name."""

from collections.abc import Mapping

from companion.app.game_ui import GameUI
from companion.app.magistratvm.game_ui import MAGISTRATVM_UI
from companion.app.magnate.game_ui import MAGNATE_UI
from companion.app.sorcerous_futures.game_ui import SORCEROUS_FUTURES_UI
from companion.games.registry import AnyGame, game, game_names

_GAME_UIS: Mapping[str, GameUI] = {
    "magnate": MAGNATE_UI,
    "sorcerous-futures": SORCEROUS_FUTURES_UI,
    "magistratvm": MAGISTRATVM_UI,
}

ANY_GAME = GameUI(
    screens={
        "any_game": "companion.app.screens.any_game.AnyGameScreen",
        "other_games": "companion.app.screens.start.OtherGamesScreen",
        "new_game": "companion.app.screens.new_game.NewGameScreen",
        "end": "companion.app.screens.end.EndScreen",
    },
)
"""The user interface of a game that has none of its own."""


def find_game_ui(game: str) -> GameUI:
    """Return the user interface of this game."""
    return _GAME_UIS.get(game, ANY_GAME)


def all_game_uis() -> tuple[GameUI, ...]:
    """Return every user interface."""
    return (*_GAME_UIS.values(), ANY_GAME)


def games_without_form() -> tuple[AnyGame, ...]:
    """Return the games that have no form of their own to begin them."""
    return tuple(game(name) for name in game_names() if find_game_ui(name).new_game is None)


def has_games_without_form() -> bool:
    """Return whether there are such games, without loading their rules."""
    return any(find_game_ui(name).new_game is None for name in game_names())
