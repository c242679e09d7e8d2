"""What each game brings to the command line, by the game's name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.cli.game_commands import GameCommands
from companion.cli.magnate import MAGNATE_COMMANDS
from companion.games.registry import USUAL

COMMANDS: Mapping[str, GameCommands] = {"magnate": MAGNATE_COMMANDS}


def commands_of(game: str) -> GameCommands:
    """What this game brings; a game that brings nothing goes through every command that is any game's."""
    return COMMANDS.get(game, GameCommands())


def in_words(of: str, otherwise: str) -> str:
    """What the help says of a command or an option: in the words of the game that is meant where none is named."""
    return commands_of(USUAL).words.get(of, otherwise)


def begun_by() -> Iterable[type]:
    """The options of ``companion new`` that games bring."""
    return [brought.begins.options for brought in COMMANDS.values() if brought.begins is not None]
