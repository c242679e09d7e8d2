"""The types of a game's part of the command line, and the options that it adds to commands."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.locale import Message

if TYPE_CHECKING:
    from companion.pieces import Wish


OptionsT = TypeVar("OptionsT")


@dataclass(frozen=True, slots=True)
class ScorePart(Generic[OptionsT]):
    """``companion score``."""

    options: type[OptionsT]
    known: Callable[[str, OptionsT], tuple[Any, Sequence[Any]]]
    """Returns the game's options, and what photos do not show of each player, by preset and these options; raises if
    those are wrong."""


@dataclass(frozen=True, slots=True)
class WatchPart(Generic[OptionsT]):
    """``companion watch``, for a game that a camera can follow."""

    options: type[OptionsT]
    habits: Callable[[OptionsT], Mapping[str, object]]
    """Returns the table's habits by name, which take precedence over the game's options."""
    without_game: Callable[[str, OptionsT], tuple[Any, Wish]]
    """Returns, by preset, the options in force and the dice of a turn's roll."""


@dataclass(frozen=True, slots=True)
class GameCommands:
    """One game's part of the command line; a command without a part refuses the game."""

    score: ScorePart[Any] | None = None
    watch: WatchPart[Any] | None = None


Command = Callable[..., int]


class NotItsOption(CompanionError):
    """An option of another game."""


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that adds none."""


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The values of options that games add to a command, by name; options left out are not in it."""

    values: Mapping[str, Any]

    def to(self, kind: type[OptionsT], game: str) -> OptionsT:
        """Return the options of one game.

        Args:
            kind: The game's class of options.
            game: The game's name, for errors.

        Raises:
            NotItsOption: An option of another game was used.
        """
        own = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # every such kind is a dataclass
        for name in self.values:
            if name not in own:
                raise NotItsOption(f"--{name.replace('_', '-')}", Message("unknown option of {game}", {"game": game}))
        return kind(**self.values)


def add_game_options(command: Command, added: Iterable[type]) -> Command:
    """Return the command with more options, which it receives together as ``game_options``.

    Args:
        command: The command's function.
        added: Classes of options.

    Returns:
        A function whose signature has the fields of these classes as well.
    """
    more = {name: one for kind in added for name, one in inspect.signature(kind, eval_str=True).parameters.items()}

    @wraps(command)
    def run(**values: Any) -> int:
        extra = {name: values.pop(name) for name in more}
        changed = {name: value for name, value in extra.items() if value != more[name].default}
        return command(**values, game_options=GameOptions(changed))

    own = inspect.signature(command, eval_str=True)
    every = [*(one for name, one in own.parameters.items() if name != "game_options"), *more.values()]
    run.__annotations__ = {each.name: each.annotation for each in every} | {"return": int}
    run.__signature__ = own.replace(parameters=every, return_annotation=int)  # type: ignore[attr-defined]
    return run
