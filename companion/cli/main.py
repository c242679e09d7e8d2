"""The command line: parsing, exit status and errors; :mod:`companion.cli.command_list` lists the commands."""

import os
import sys
from importlib import import_module
from inspect import signature
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from companion import __version__
from companion.cli import output
from companion.cli.command_list import COMMANDS, MODULES
from companion.cli.game_commands import add_game_options
from companion.cli.output import print_error, print_line, set_language, translate
from companion.cli.registry import added_options
from companion.cli.usage import LocalizedCommand, LocalizedGroup, localize, usage_error
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message, Wording
from companion.locale.languages import LANGUAGES


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


_CommandLineError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[2])
"""The base of all usage errors, which is click's or typer's own, by typer's release."""


app = typer.Typer(
    name="companion",
    cls=LazyCommands,
    help="Keep Decktet games that you play with real cards and dice.",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print_line(f"companion {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def companion(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(help="Store games, decks and settings in this folder.")] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Open the tablet app, or run the command named."""
    database = os.environ.get("COMPANION_DATABASE_URL") or None
    context.obj = Folders(data, database=database) if data is not None else Folders.default(database)
    if context.invoked_subcommand is None:
        from companion.app.run import run as open_the_app

        open_the_app(context.obj)


def run(arguments: list[str] | None = None, program: typer.Typer = app, name: str = "companion") -> int:
    """Run one command line; a usage error is one line on standard error and exit status 2.

    Args:
        arguments: The arguments; None: those of this process.
        program: The application to run.
        name: The program's name in help and errors.

    Returns:
        The exit status.

    Raises:
        OSError: An error of the system that is not about standard output.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    set_language(_requested_language(arguments))
    output.begin()
    try:
        status = program(_move_data_first(arguments), prog_name=name, standalone_mode=False)
        output.end()
    except CompanionError as error:
        return _print_unusable(error)
    except _CommandLineError as error:
        context: typer.Context | None = getattr(error, "ctx", None)
        program_used = name if context is None else context.command_path
        values: Wording = {"wrong": usage_error(error.format_message()), "program": program_used}
        return _print_unusable(Message("{wrong} Try `{program} --help`.", values))
    except (KeyboardInterrupt, typer.Abort):
        return _print_unusable(Message("stopped. Nothing changed after the last printed line."))
    except OSError as error:
        failure = output.output_failure(error)
        if failure is None:
            raise
        return _print_unusable(failure)
    return status if isinstance(status, int) else 0


def _requested_language(arguments: list[str]) -> str | None:
    """Return the language of ``--language``, for help and errors before the command runs; None for an unknown one."""
    words = [word.removeprefix("--language=") for word in arguments if word.startswith("--language=")]
    words += [after for word, after in pairwise(arguments) if word == "--language"]
    return next((word for word in words if word in LANGUAGES), None)


def _move_data_first(arguments: list[str]) -> list[str]:
    """Move ``--data DIR``, which may stand anywhere, before the command, where typer accepts it."""
    rest, moved = list(arguments), list[str]()
    end = rest.index("--") if "--" in rest else len(rest)
    for place in range(end - 1, -1, -1):
        if rest[place].startswith("--data="):
            moved = [rest.pop(place), *moved]
        elif rest[place] == "--data" and place + 1 < len(rest):
            moved = [rest.pop(place), rest.pop(place), *moved]
    return moved + rest


def _print_unusable(wrong: CompanionError | Message) -> int:
    print_error(" ".join(translate(wrong).split()))
    return 2


def every_command() -> TyperGroup:
    """Return the whole command line with every command imported, for documentation and tests."""
    group = cast(LazyCommands, typer.main.get_command(app))
    for name in COMMANDS:
        group.load(name)
    return group
