"""The command line: parsing, exit status and errors; :mod:`companion.cli.command_list` lists the commands."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated, cast

import typer
from typer.core import TyperGroup

from companion import __version__
from companion.cli import output
from companion.cli.command_list import COMMANDS
from companion.cli.languages import set_language, translate
from companion.cli.lazy_commands import LazyCommands
from companion.cli.output import print_error, print_line
from companion.cli.usage import usage_error
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message, Wording
from companion.locale.languages import LANGUAGES

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
