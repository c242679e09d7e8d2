"""``companion transfer`` and ``companion club``: a journal that several tables share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.cli.languages import say, say_error
from companion.cli.output import done, print_error, print_line
from companion.errors import CompanionError
from companion.locale import Message, Wording

app = typer.Typer(help="A club: several tables, one history.", no_args_is_help=True)


class NoClub(CompanionError):
    """No server is named that keeps a club's games."""


def transfer(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file of games, as in the data folder: games.db.")],
    back: Annotated[bool, typer.Option("--back", help="From the club's server into the file.")] = False,
) -> int:
    """Takes the games of a file into the journal that COMPANION_DATABASE_URL names, or back. Exit 1: some stayed."""
    from companion.journal import Journal, NoJournal
    from companion.journal.transferring import transfer as transferred

    if not context.obj.elsewhere:
        raise NoClub(
            "COMPANION_DATABASE_URL",
            Message("names no server that keeps a club's games"),
            Message("set it: postgresql://user@server/database"),
        )
    if not back and not file.is_file():
        raise NoJournal(str(file), Message("is not there: no game is kept yet"))
    with Journal.open(context.obj.journal_url) as club, Journal.open(f"sqlite:///{file}") as own:
        taken = transferred(club, own) if back else transferred(own, club)
    done(Message("{n} games are transferred", {"n": taken.games}))
    told: Wording = {"n": taken.games, "moves": taken.moves}
    print_line(
        say(Message("{n} new game, {moves} new moves in all", told, "{n} new games, {moves} new moves in all", "n"))
    )
    for error in taken.left:
        print_error(say_error(error))
    return 1 if taken.left else 0


@app.command("tables")
def tables(role: Annotated[str, typer.Argument(help="The role as which tablets connect; it owns no table.")]) -> int:
    """Prints what the keeper of the server tells it once, with psql: the tables, and what the role may do there."""
    from companion.journal.granting import statements

    for statement in statements(role):
        print_line(f"{statement};")
    return 0
