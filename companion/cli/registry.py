"""What each game brings to the command line, by the game's name; loaded where a command needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from companion.cli.magnate import OWN, WORDS

if TYPE_CHECKING:
    from companion.cli.game_commands import Brings, GameCommands

    Part = Callable[[GameCommands], Brings | None]
    """One command's part of what a game brings."""

__all__ = ["OWN", "added", "commands", "commands_of", "in_words"]


@cache
def commands() -> Mapping[str, GameCommands]:
    """Every game's commands."""
    from companion.cli.magistratvm import MAGISTRATVM_COMMANDS
    from companion.cli.magnate.extension import MAGNATE_COMMANDS
    from companion.cli.sorcerous_futures import FUTURES_COMMANDS

    return {
        "magnate": MAGNATE_COMMANDS,
        "sorcerous-futures": FUTURES_COMMANDS,
        "magistratvm": MAGISTRATVM_COMMANDS,
    }


def commands_of(game: str) -> GameCommands:
    """What this game brings; a game that brings nothing goes through every command that is any game's."""
    from companion.cli.game_commands import GameCommands

    return commands().get(game, GameCommands())


def in_words(of: str, otherwise: str | None) -> str | None:
    """What the help says of a command or an option: in the words of the game that is meant where none is named."""
    return WORDS.get(of, otherwise)


def added(part: Part) -> list[type]:
    """The options that games add to the command that this part of theirs is for."""
    return [brings.options for one in commands().values() if (brings := part(one)) is not None]
