"""Commands that are loaded once they are run: a list of them is told without what they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperCommand

from companion.cli.game_options import with_added
from companion.cli.registry import added, in_words
from companion.cli.usage import SpokenCommand, SpokenGroup, spoken

if TYPE_CHECKING:
    from companion.cli.registry import Part


@dataclass(frozen=True, slots=True)
class Listed:
    """A command, or a group of them, as a list tells of it."""

    told: str
    """What its help begins with: the first paragraph of its docstring."""
    place: str
    """Where it is, as ``module:name``."""
    adds: Part | None = None
    """The part of a game's commands that adds options to it."""


class ListedCommands(SpokenGroup):
    """A group whose commands stand in a table, each loaded when it is resolved."""

    listed: ClassVar[Mapping[str, Listed]] = {}

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._loaded = set[str]()
        for name, each in self.listed.items():
            self.commands[name] = TyperCommand(name, help=in_words(name, each.told))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As any group does, once the command is there."""
        self.load(args[0])
        return super().resolve_command(ctx, args)

    def load(self, name: str) -> None:
        """Puts a command in the place of what is told of it; what is no command stays unknown."""
        if name in self.listed and name not in self._loaded:
            self._loaded.add(name)
            self.commands[name] = _command(name, self.listed[name])

    def load_all(self) -> None:
        """Every command, for what looks into them all."""
        for name in self.listed:
            self.load(name)


def _command(name: str, listed: Listed) -> Any:
    module, _, called = listed.place.partition(":")
    found = getattr(import_module(module), called)
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    alone.callback()(_nothing)  # with one, typer makes a group of a single command too
    if isinstance(found, typer.Typer):
        alone.add_typer(spoken(found), name=name, cls=SpokenGroup)
    else:
        alone.command(name, cls=SpokenCommand, help=in_words(name, found.__doc__))(_with_games(found, listed.adds))
    group: Any = typer.main.get_command(alone)
    return group.commands[name]


def _with_games(command: Callable[..., int], adds: Part | None) -> Callable[..., int]:
    return command if adds is None else with_added(command, added(adds))


def _nothing() -> None:
    pass
