"""Commands that are imported only when they run: help lists them without importing what they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import typer
from typer.core import TyperCommand

from companion.cli.game_options import add_game_options
from companion.cli.registry import added_options
from companion.cli.usage import LocalizedCommand, LocalizedGroup, localize

if TYPE_CHECKING:
    from companion.cli.registry import PartOfGame


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command or group of commands in the list of commands."""

    summary: str
    """The first paragraph of its docstring."""
    target: str
    """``module:name`` of its function or group."""
    part: PartOfGame | None = None
    """The part of a game's commands that adds options to it."""


class LazyCommands(LocalizedGroup):
    """A group of commands from a table, each imported when it is resolved."""

    entries: ClassVar[Mapping[str, CommandEntry]] = {}

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._loaded = set[str]()
        for name, entry in self.entries.items():
            self.commands[name] = TyperCommand(name, help=entry.summary)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command, then resolve it as any group does."""
        self.load(args[0])
        return super().resolve_command(ctx, args)

    def load(self, name: str) -> None:
        """Import a command, unless it is imported already or unknown."""
        if name in self.entries and name not in self._loaded:
            self._loaded.add(name)
            self.commands[name] = _import_command(name, self.entries[name])

    def load_all(self) -> None:
        """Import every command."""
        for name in self.entries:
            self.load(name)


def _import_command(name: str, entry: CommandEntry) -> Any:
    module, _, attribute = entry.target.partition(":")
    target = getattr(import_module(module), attribute)
    wrapper = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    wrapper.callback()(lambda: None)  # with a callback, typer makes a group of a single command too
    if isinstance(target, typer.Typer):
        wrapper.add_typer(localize(target), name=name, cls=LocalizedGroup)
    else:
        wrapper.command(name, cls=LocalizedCommand)(_add_options(target, entry))
    group: Any = typer.main.get_command(wrapper)
    return group.commands[name]


def _add_options(command: Callable[..., int], entry: CommandEntry) -> Callable[..., int]:
    return command if entry.part is None else add_game_options(command, added_options(entry.part))
