"""What each game brings to the command line, by the game's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cli.game_commands import Brings, GameCommands
from companion.cli.magistratvm import MAGISTRATVM_COMMANDS
from companion.cli.magnate import MAGNATE_COMMANDS
from companion.cli.sorcerous_futures import FUTURES_COMMANDS
from companion.games.registry import USUAL

COMMANDS: Mapping[str, GameCommands] = {
    "magnate": MAGNATE_COMMANDS,
    "sorcerous-futures": FUTURES_COMMANDS,
    "magistratvm": MAGISTRATVM_COMMANDS,
}


def commands_of(game: str) -> GameCommands:
    """What this game brings; a game that brings nothing goes through every command that is any game's."""
    return COMMANDS.get(game, GameCommands())


def in_words(of: str, otherwise: str | None) -> str | None:
    """What the help says of a command or an option: in the words of the game that is meant where none is named."""
    return commands_of(USUAL).words.get(of, otherwise)


def added(part: Callable[[GameCommands], Brings | None]) -> list[type]:
    """The options that games add to the command that this part of theirs is for."""
    return [brings.options for commands in COMMANDS.values() if (brings := part(commands)) is not None]
