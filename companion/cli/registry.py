"""Each game's part of the command line, by the game's name; imported when a command needs it."""

from collections.abc import Mapping
from functools import cache

from companion.cli.game_commands import GameCommands


@cache
def all_commands() -> Mapping[str, GameCommands]:
    """Return the commands of games that have any of their own, by the game's name."""
    from companion.cli.magnate import MAGNATE_COMMANDS
    from companion.cli.sorcerous_futures import FUTURES_COMMANDS

    return {"magnate": MAGNATE_COMMANDS, "sorcerous-futures": FUTURES_COMMANDS}


def get_commands(game: str) -> GameCommands:
    """Return a game's commands; a game without any can still be used with the commands for any game."""
    return all_commands().get(game, GameCommands())


def added_options(command: str) -> list[type]:
    """Return the classes of options that games add to a command."""
    parts = (getattr(game, command) for game in all_commands().values())
    return [part.options for part in parts if part is not None]
