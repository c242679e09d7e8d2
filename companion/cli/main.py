"""The command line: one file a group of commands, gathered here."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, cast

import typer

from companion import __version__
from companion.cli import output
from companion.cli.added import with_added
from companion.cli.backups import backup, restore
from companion.cli.club import app as club
from companion.cli.club import transfer
from companion.cli.deck import app as deck
from companion.cli.doctor import doctor
from companion.cli.foresee import foresee
from companion.cli.games import games, show
from companion.cli.languages import say, say_error, spoken_in
from companion.cli.new import new
from companion.cli.output import print_error, print_line
from companion.cli.page import page
from companion.cli.print import app as printables
from companion.cli.records import export, import_, replay
from companion.cli.registry import COMMANDS, added, in_words
from companion.cli.roll import roll
from companion.cli.roller import roller
from companion.cli.rules import rules
from companion.cli.score import score
from companion.cli.see import see
from companion.cli.watch import watch
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message

_CommandLineError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[2])
"""Everything wrong with a command line. Some releases of typer have it from click, some carry their own."""

app = typer.Typer(
    name="companion",
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
    context.obj = Folders(data, database=database) if data is not None else Folders.usual(database)
    if context.invoked_subcommand is None:
        from companion.app.run import run as open_the_app

        open_the_app(context.obj)


for brought in COMMANDS.values():
    for name, command in brought.own.items():
        app.command(name)(command)
app.command(help=in_words("new", new.__doc__))(with_added(new, added(lambda game: game.begins)))
app.command()(games)
app.command()(show)
app.command(help=in_words("foresee", foresee.__doc__))(with_added(foresee, added(lambda game: game.foresees)))
app.command()(replay)
app.command()(export)
app.command("import")(import_)
app.command()(backup)
app.command()(restore)
app.command()(transfer)
app.add_typer(club, name="club")
app.command()(doctor)
app.command()(see)
app.command()(with_added(score, added(lambda game: game.scores)))
app.command()(with_added(watch, added(lambda game: game.watches)))
app.add_typer(deck, name="deck")
app.add_typer(printables, name="print")
app.command(help=in_words("roll", roll.__doc__))(with_added(roll, added(lambda game: game.rolls)))
app.command()(rules)
app.command()(page)
app.add_typer(roller, name="roller")


def run(arguments: list[str] | None = None) -> int:
    """Runs one command line; exit 2 and one line on standard error for anything unusable."""
    spoken_in()
    output.begin()
    try:
        given = _data_first(sys.argv[1:] if arguments is None else arguments)
        status = app(given, prog_name="companion", standalone_mode=False)
        output.end()
    except CompanionError as error:
        return _unusable(say_error(error))
    except _CommandLineError as error:
        return _unusable(f"{error.format_message()} See companion --help.")
    except (KeyboardInterrupt, typer.Abort):
        return _unusable(say(Message("stopped; nothing was changed after the last line printed")))
    except OSError as error:
        unprinted = output.unprinted(error)
        if unprinted is None:
            raise
        return _unusable(say_error(unprinted))
    return status if isinstance(status, int) else 0


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
