"""``companion transfer`` and ``companion club``: a journal that several tables share."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.languages import say, say_error
from companion.cli.output import done, print_error, print_line, print_utf8
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


class Told(StrEnum):
    """What the history can be asked."""

    GAMES = "games"
    PLAYERS = "players"
    PAIRS = "pairs"
    DICE = "dice"


_Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="An evening, as 2026-11-21; included.")]


@app.command("history")
def history(
    context: typer.Context,
    told: Annotated[Told, typer.Argument(help="Each game, each player, who played whom, or what the dice showed.")],
    since: _Day = None,
    until: _Day = None,
    same: Annotated[
        list[str] | None, typer.Option(help="ANNIE=ANN: two names of one player; the second counts.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it into this file.")] = None,
) -> int:
    """Prints the games kept, of one season or all, as CSV. Exit 1: a game could not be followed to its end."""
    from companion.cli.kept import journal_in
    from companion.club.history import Names, Season, played
    from companion.club.tables import TABLES, as_csv
    from companion.files import check, write
    from companion.journal.followed import follow

    names = Names(dict(_pair(one) for one in same or ()))
    season = Season(**{bound: day.date() for bound, day in (("first", since), ("last", until)) if day is not None})
    if output is not None:
        check(output, context.obj.own)
    with journal_in(context.obj) as journal:
        found = [follow(journal, game) for game in journal.games()]
        wrong = [one.error for one in found if one.error is not None]
        wrong += [unreadable.error for unreadable in journal.unreadable()]
    written = as_csv(TABLES[told.value](played(found, season, names)))
    if output is None:
        print_utf8(written)
    else:
        write(output, written.encode(), own=context.obj.own)
        done(Message("{file} is written", {"file": str(output)}))
    for error in wrong:
        print_error(say_error(error))
    return 1 if wrong else 0


def _pair(written: str) -> tuple[str, str]:
    other, equals, name = written.partition("=")
    if not (other.strip() and equals and name.strip()):
        raise CompanionError(
            f"--same {written}", Message("names no two names"), Message("write them so: --same Annie=Ann")
        )
    return other.strip(), name.strip()


@app.command("tables")
def tables(role: Annotated[str, typer.Argument(help="The role as which tablets connect; it owns no table.")]) -> int:
    """Prints what the keeper of the server tells it once, with psql: the tables, and what the role may do there."""
    from companion.journal.granting import statements

    for statement in statements(role):
        print_line(f"{statement};")
    return 0
