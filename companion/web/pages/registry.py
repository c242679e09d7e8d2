"""The views of games on the web page, by the game's name."""

from collections.abc import Mapping

from companion.web.pages.context import GameView
from companion.web.pages.magnate.view import MAGNATE_VIEW

_VIEWS: Mapping[str, GameView] = {"magnate": MAGNATE_VIEW}
_DEFAULT_VIEW = GameView()


def find_game_view(game: str) -> GameView:
    """Return a game's view; games without one are shown in words."""
    return _VIEWS.get(game, _DEFAULT_VIEW)
