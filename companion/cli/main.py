"""The command line: one file a group of commands, listed in :mod:`companion.cli.command_list`."""

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
from companion.cli.command_list import LISTED
from companion.cli.languages import say, say_error, spoken_in
from companion.cli.lazy_commands import ListedCommands
from companion.cli.output import print_error, print_line
from companion.cli.usage import usage_error
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message
from companion.locale.languages import LANGUAGES

_CommandLineError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[2])
"""Everything wrong with a command line. Some releases of typer have it from click, some carry their own."""


class _Commands(ListedCommands):
    """What :data:`LISTED` lists."""

    listed = LISTED


app = typer.Typer(
    name="companion",
    cls=_Commands,
    help="Keeps tokens, taxation and scores for Decktet games played with real cards and dice.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        print_line(f"companion {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def companion(
    context: typer.Context,
    data: Annotated[Path | None, typer.Option(help="Keep games, decks and settings in this folder.")] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Opens the tablet app, or runs the command named."""
    database = os.environ.get("COMPANION_DATABASE_URL") or None
    context.obj = Folders(data, database=database) if data is not None else Folders.default(database)
    if context.invoked_subcommand is None:
        from companion.app.run import run as open_the_app

        open_the_app(context.obj)


def run(arguments: list[str] | None = None, program: typer.Typer = app, name: str = "companion") -> int:
    """Run one command line of ``program``; anything unusable is one line on standard error and exit status 2."""
    arguments = sys.argv[1:] if arguments is None else arguments
    spoken_in(_asked_language(arguments))
    output.begin()
    try:
        given = _data_first(arguments)
        status = program(given, prog_name=name, standalone_mode=False)
        output.end()
    except CompanionError as error:
        return _unusable(say_error(error))
    except _CommandLineError as error:
        said = usage_error(error.format_message())
        return _unusable(say(Message("{wrong} See {program} --help.", {"wrong": said, "program": name})))
    except (KeyboardInterrupt, typer.Abort):
        return _unusable(say(Message("stopped; nothing was changed after the last line printed")))
    except OSError as error:
        unprinted = output.unprinted(error)
        if unprinted is None:
            raise
        return _unusable(say_error(unprinted))
    return status if isinstance(status, int) else 0


def _asked_language(arguments: list[str]) -> str | None:
    """The language of ``--language``, for help and errors before the command runs; None for one not spoken here."""
    words = [word.removeprefix("--language=") for word in arguments if word.startswith("--language=")]
    words += [after for word, after in pairwise(arguments) if word == "--language"]
    return next((word for word in words if word in LANGUAGES), None)


def _data_first(arguments: list[str]) -> list[str]:
    """``--data DIR`` may stand anywhere on the line; typer takes it before the command."""
    rest, moved = list(arguments), list[str]()
    end = rest.index("--") if "--" in rest else len(rest)
    for place in range(end - 1, -1, -1):
        if rest[place].startswith("--data="):
            moved = [rest.pop(place), *moved]
        elif rest[place] == "--data" and place + 1 < len(rest):
            moved = [rest.pop(place), rest.pop(place), *moved]
    return moved + rest


def _unusable(line: str) -> int:
    print_error(" ".join(line.split()))
    return 2


def main() -> None:
    """The command line as a program."""
    sys.exit(run())


def every_command() -> TyperGroup:
    """The whole command line, loaded, for what looks into all of it."""
    group = cast(ListedCommands, typer.main.get_command(app))
    group.load_all()
    return group
