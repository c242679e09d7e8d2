"""``companion transfer`` and ``companion club``: a journal that several tables share."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.aliases_and_seasons import AsJson, Day, NoSuchSeason, names, seasons
from companion.cli.languages import say, say_error
from companion.cli.output import done, print_error, print_json, print_line, print_utf8
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.club.history import Names, Season
    from companion.journal.aliases_and_seasons import Book

app = typer.Typer(help="A club: several tables, one history.", no_args_is_help=True)
app.add_typer(names, name="names")
app.add_typer(seasons, name="seasons")


class NoClub(CompanionError):
    """No server is named that keeps a club's games."""


def transfer(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file of games, as in the data folder: games.db.")],
    back: Annotated[bool, typer.Option("--back", help="From the club's server into the file.")] = False,
    as_json: AsJson = False,
) -> int:
    """Takes the games of a file into the journal that COMPANION_DATABASE_URL names, or back. Exit 1: some stayed."""
    from companion.journal import Journal, NoJournal
    from companion.journal.transfer import transfer as transferred

    if not context.obj.on_server:
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
    left = [say_error(error) for error in taken.left]
    if as_json:
        print_json(stamped("transfer", {**asdict(taken), "left": left}))
    else:
        told: Wording = {"n": taken.games, "moves": taken.moves}
        games = Message(
            "{n} new game; new moves in all: {moves}", told, "{n} new games; new moves in all: {moves}", "n"
        )
        print_line(say(games))
    for line in left:
        print_error(line)
    return 1 if left else 0


class Told(StrEnum):
    """What the history can be asked."""

    GAMES = "games"
    PLAYERS = "players"
    PAIRS = "pairs"
    DICE = "dice"


@app.command("history")
def history(
    context: typer.Context,
    told: Annotated[Told, typer.Argument(help="Each game, each player, who played whom, or what the dice showed.")],
    since: Day = None,
    until: Day = None,
    season: Annotated[str | None, typer.Option(help="A season of `companion club seasons`.")] = None,
    same: Annotated[
        list[str] | None, typer.Option(help="ANNIE=ANN: two names of one player; the second counts.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it into this file.")] = None,
    as_json: AsJson = False,
) -> int:
    """Prints the games kept, of one season or all, as CSV. Exit 1: a game could not be followed to its end."""
    from companion.cli.kept_games import journal_in
    from companion.club.history import played
    from companion.club.tables import TABLES, as_csv
    from companion.files import check_output_path, write
    from companion.journal.readable_games import follow

    said = dict(_pair(one) for one in same or ())
    if output is not None:
        check_output_path(output, context.obj.own)
    with journal_in(context.obj) as journal:
        evenings = _evenings(journal.book, since, until, season)
        names = _names(journal.book, said)
        found = [follow(journal, game) for game in journal.games()]
        wrong = [one.error for one in found if one.error is not None]
        wrong += [unreadable.error for unreadable in journal.unreadable()]
    rows, errors = TABLES[told.value](played(found, evenings, names)), [say_error(error) for error in wrong]
    written = as_csv(told.value, rows)
    if as_json:
        told_of = {"since": evenings.first, "until": evenings.last}
        bounds = {name: None if day in (date.min, date.max) else day for name, day in told_of.items()}
        document = {"told": told.value, **bounds, "rows": rows, "errors": errors}
        written = json.dumps(stamped("history", document), ensure_ascii=False, default=str)
    if output is not None:
        write(output, written.encode(), own=context.obj.own)
        done(Message("{file} is written", {"file": str(output)}))
    elif as_json:
        print_json(json.loads(written))
    else:
        print_utf8(written)
    for line in errors:
        print_error(line)
    return 1 if errors else 0


def _evenings(book: Book, since: datetime | None, until: datetime | None, named: str | None) -> Season:
    """From the later of two beginnings to the earlier of two ends. Raises :class:`NoSuchSeason`."""
    from companion.club.history import Season, key

    kept = None
    if named is not None:
        kept = next((one for one in book.seasons() if one.key == key(named)), None)
        if kept is None:
            raise NoSuchSeason(named)
    first = max((day for day in (since and since.date(), kept and kept.first) if day), default=date.min)
    last = min((day for day in (until and until.date(), kept and kept.last) if day), default=date.max)
    return Season(first, last)


def _names(book: Book, said: Mapping[str, str]) -> Names:
    """Those that are kept, and what is said now, which counts before them."""
    from companion.club.history import Names, key

    now = {key(other) for other in said}
    return Names({**{one.other: one.name for one in book.names() if one.key not in now}, **said})


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
    from companion.journal.grants import statements

    for statement in statements(role):
        print_line(f"{statement};")
    return 0
