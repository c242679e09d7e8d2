"""Every game there is, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import CompanionError
from companion.games.magnate.game import MAGNATE
from companion.games.protocol import Game
from companion.locale import Message

AnyGame = Game[Any, Any, Any, Any]

GAMES: Mapping[str, AnyGame] = {game.name: game for game in (MAGNATE,)}


class UnknownGame(CompanionError):
    """A name that no game has."""


def game(name: str) -> AnyGame:
    """The game of this name.

    >>> game("magnate").presets[0]
    'standard'
    """
    if name not in GAMES:
        raise UnknownGame(
            repr(name), Message("is no game known here"), Message("write one of {games}", {"games": ", ".join(GAMES)})
        )
    return GAMES[name]
