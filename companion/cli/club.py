"""``companion transfer`` and ``companion club``: the journal that several tables share."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.aliases_and_seasons import Day, NoSuchSeason, names_app, seasons_app
from companion.cli.kept_games import open_journal, report_damage
from companion.cli.languages import translate
from companion.cli.options import AsJson
from companion.cli.output import format_json, note_done, print_error, print_json, print_line, print_utf8
from companion.cli.written_files import OUTPUT, check_output, write_output
from companion.club.history import Names, Season, identity_key, list_played_games
from companion.club.tables import TABLES, format_csv
from companion.errors import CompanionError
from companion.journal import Journal
from companion.journal.copies.transfer import transfer as transferred
from companion.journal.errors import NoJournal
from companion.journal.store.overviews import overviews
from companion.journal.store.server import statements
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.journal.store.aliases_and_seasons import Book

app = typer.Typer(help="Manage a club: several tables, one history.", no_args_is_help=True)
app.add_typer(names_app, name="names")
app.add_typer(seasons_app, name="seasons")


class NoClub(CompanionError):
    """No server for a club's games is configured."""


def transfer(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A database of games, such as games.db in the data folder.")],
    back: Annotated[bool, typer.Option("--back", help="Copy from the club's server to the file.")] = False,
    as_json: AsJson = False,
) -> int:
    """Copy games to the server in COMPANION_DATABASE_URL, or back. Exit status 1: some could not be copied."""
    if not context.obj.on_server:
        raise NoClub(
            "COMPANION_DATABASE_URL",
            Message("does not name a database server"),
            Message("set it to `postgresql://user@server/database`"),
        )
    if not back and not file.is_file():
        raise NoJournal(str(file), Message("does not exist: no game has been saved yet"))
    own = Journal.open(f"sqlite:///{file}", report=report_damage)
    with own, Journal.open(context.obj.journal_url) as club:
        taken = transferred(club, own) if back else transferred(own, club)
    note_done(Message("{n} games copied", {"n": taken.games}))
    left = [translate(error) for error in taken.left]
    if as_json:
        print_json("transfer", {**asdict(taken), "left": left})
    else:
        values: Wording = {"n": taken.games, "moves": taken.moves}
        games = Message(
            "Copied {n} new game. New moves: {moves}.", values, "Copied {n} new games. New moves: {moves}.", "n"
        )
        print_line(games)
    for line in left:
        print_error(line)
    return 1 if left else 0


class HistoryTable(StrEnum):
    """A table of the history."""

    GAMES = "games"
    PLAYERS = "players"
    PAIRS = "pairs"
    DICE = "dice"


@app.command("history")
def history(
    context: typer.Context,
    table: Annotated[
        HistoryTable,
        typer.Argument(case_sensitive=False, help="One row per game, player, pair of players, or die value."),
    ],
    since: Day = None,
    until: Day = None,
    season: Annotated[str | None, typer.Option(help="A season from `companion club seasons list`.")] = None,
    output: Annotated[Path | None, typer.Option(*OUTPUT, help="Write to this file.")] = None,
    as_json: AsJson = False,
) -> int:
    """Print the saved games of one season, or all, as CSV. Exit status 1: a game could not be read completely."""
    if output is not None:
        check_output(output, context.obj.protected)
    with open_journal(context.obj) as journal:
        evenings = _read_season(journal.book, since, until, season)
        names = Names({alias.other: alias.name for alias in journal.book.names()})
        found = overviews(journal)
    rows = TABLES[table][1](list_played_games(found, evenings, names))
    errors = [translate(overview.error) for overview in found if overview.error is not None]
    text = format_csv(table, rows)
    if as_json:
        days = {"since": evenings.first, "until": evenings.last}
        bounds = {name: None if day in (date.min, date.max) else day for name, day in days.items()}
        document = {"told": table.value, **bounds, "rows": [asdict(row) for row in rows], "errors": errors}
        text = format_json("history", document)
    if output is not None:
        write_output(output, text.encode(), protected=context.obj.protected)
    else:
        print_utf8(text)
    for line in errors:
        print_error(line)
    return 1 if errors else 0


def _read_season(book: Book, since: datetime | None, until: datetime | None, name: str | None) -> Season:
    """Return the days that are both between these two and in the season of this name."""
    kept = None
    if name is not None:
        kept = next((season for season in book.seasons() if season.key == identity_key(name)), None)
        if kept is None:
            raise NoSuchSeason(name)
    first = max((day for day in (since and since.date(), kept and kept.first) if day), default=date.min)
    last = min((day for day in (until and until.date(), kept and kept.last) if day), default=date.max)
    return Season(first, last)


@app.command("tables")
def tables(role: Annotated[str, typer.Argument(help="The role that tablets connect as. It owns no tables.")]) -> int:
    """Print the SQL for the tables and the role's permissions. The administrator runs it once with psql."""
    for statement in statements(role):
        print_line(f"{statement};")
    return 0
