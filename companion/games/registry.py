"""The registry of all games by name."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.errors import CompanionError
from companion.games.protocol import Game
from companion.locale import Message

AnyGame = Game[Any, Any, Any, Any]

DEFAULT_GAME = "magnate"
"""The game to use if none is named."""


def _load_magnate() -> AnyGame:
    from companion.games.magnate.game import MAGNATE

    return MAGNATE


def _load_sorcerous_futures() -> AnyGame:
    from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES

    return SORCEROUS_FUTURES


def _load_magistratvm() -> AnyGame:
    from companion.games.magistratvm.game import MAGISTRATVM

    return MAGISTRATVM


_GAMES: dict[str, Callable[[], AnyGame]] = {
    "magnate": _load_magnate,
    "sorcerous-futures": _load_sorcerous_futures,
    "magistratvm": _load_magistratvm,
}
"""By name, what imports a game's rules: one game needs no other's."""


class UnknownGame(CompanionError):
    """A name that no game has."""


def game(name: str) -> AnyGame:
    """Return the game with this name.

    >>> game("magnate").presets[0]
    'standard'
    """
    if name not in _GAMES:
        raise UnknownGame(
            repr(name), Message("unknown game"), Message("choose from: {games}", {"games": ", ".join(_GAMES)})
        )
    return _GAMES[name]()


def game_names() -> tuple[str, ...]:
    """Return the names of all games, the default one first, without loading their rules."""
    return tuple(_GAMES)


def games() -> tuple[AnyGame, ...]:
    """Return all games, the default one first."""
    return tuple(load() for load in _GAMES.values())


def default_preset(rules: AnyGame, players: int) -> str:
    """Return the game's first preset for this number of players, or its first preset if there is none.

    >>> default_preset(game("magnate"), 2), default_preset(game("magnate"), 3)
    ('standard', 'three-players')
    """
    every = ((preset, rules.seats(rules.options_from_json({"preset": preset}, "options"))) for preset in rules.presets)
    return next((preset for preset, seats in every if seats == players), rules.presets[0])


def player_counts(rules: AnyGame) -> tuple[int, ...]:
    """Return the possible numbers of players, from the game's presets.

    >>> player_counts(game("magnate")), player_counts(game("magistratvm"))
    ((2, 3), (3, 4))
    """
    presets = (rules.options_from_json({"preset": preset}, "options") for preset in rules.presets)
    return tuple(sorted({rules.seats(options) for options in presets}))


def new_options(rules: AnyGame, options: Mapping[str, object]) -> dict[str, object]:
    """Return the options document of a new game: what is not chosen is as new games have it.

    >>> new_options(game("magistratvm"), {"preset": "four-players"})
    {'low_majority_removes': True, 'preset': 'four-players'}
    """
    return {**rules.new_games, **options}


@contextmanager
def registered(another: AnyGame) -> Iterator[None]:
    """Register another game for the duration of a ``with`` block: one in development, or a test's."""
    if another.name in _GAMES:
        raise ValueError(f"there is a game called {another.name!r} already")
    _GAMES[another.name] = lambda: another
    try:
        yield
    finally:
        del _GAMES[another.name]
