"""Commands that are imported only when they run: help lists them without importing what they need."""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any

import typer
from typer.core import TyperCommand

from companion.cli.command_list import COMMANDS, MODULES
from companion.cli.game_commands import add_game_options
from companion.cli.registry import added_options
from companion.cli.usage import LocalizedCommand, LocalizedGroup, localize


class LazyCommands(LocalizedGroup):
    """The commands in :data:`COMMANDS`, each imported when it is resolved."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._loaded = set[str]()
        for name, summary in COMMANDS.items():
            self.commands[name] = TyperCommand(name, help=summary)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the command, then resolve it as any group does."""
        self.load(args[0])
        return super().resolve_command(ctx, args)

    def load(self, name: str) -> None:
        """Import a command, unless it is imported already or unknown."""
        if name in COMMANDS and name not in self._loaded:
            self._loaded.add(name)
            self.commands[name] = _import_command(name)


def _import_command(name: str) -> Any:
    """Return a command: the function of its name in its module, or the module's group of commands."""
    module = import_module(f"companion.cli.{MODULES.get(name, name)}")
    target = next(getattr(module, one) for one in (name, f"{name}_", "app") if hasattr(module, one))
    wrapper = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    wrapper.callback()(lambda: None)  # with a callback, typer makes a group of a single command too
    if isinstance(target, typer.Typer):
        wrapper.add_typer(localize(target), name=name, cls=LocalizedGroup)
    elif "game_options" in signature(target).parameters:
        wrapper.command(name, cls=LocalizedCommand)(add_game_options(target, added_options(name)))
    else:
        wrapper.command(name, cls=LocalizedCommand)(target)
    group: Any = typer.main.get_command(wrapper)
    return group.commands[name]
