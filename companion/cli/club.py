"""``companion transfer`` and ``companion club``: the journal that several tables share, other names and seasons."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.options import AsJson, open_journal, report_damage
from companion.cli.output import (
    OUTPUT,
    check_output,
    format_json,
    note_done,
    print_error,
    print_line,
    print_result,
    print_utf8,
    translate,
    write_output,
)
from companion.club.history import Names, Season, identity_key, list_played_games
from companion.club.tables import TABLES, format_csv
from companion.errors import CompanionError
from companion.journal import Journal
from companion.journal.copies.transfer import transfer as transferred
from companion.journal.entries import NoJournal
from companion.journal.store.aliases_and_seasons import Book, KeptSeason, OtherName
from companion.journal.store.overviews import overviews
from companion.journal.store.server import statements
from companion.locale import Message, Wording
from companion.names import clean_name

names_app = typer.Typer(help="Merge several names of one player.", no_args_is_help=True)
seasons_app = typer.Typer(help="Manage a club's seasons.", no_args_is_help=True)
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
    values: Wording = {"n": taken.games, "moves": taken.moves}
    games = Message(
        "Copied {n} new game. New moves: {moves}.", values, "Copied {n} new games. New moves: {moves}.", "n"
    )
    print_result("transfer", {**asdict(taken), "left": left}, as_json, games)
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


MAX_NAME = 100
"""Most letters of a player's other name or of a season's name."""
Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="A date such as 2026-11-21, included.")]


class NoSuchName(CompanionError):
    """No player has this other name."""


class NoSuchSeason(CompanionError):
    """No season has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name, Message("unknown season"), Message("list them with `companion club seasons list`"))


class NoSeason(CompanionError):
    """A season without days, or one that ends before it begins."""


@names_app.command("list")
def list_names(context: typer.Context, as_json: AsJson = False) -> int:
    """List all aliases with the player that each belongs to."""
    with open_journal(context.obj) as journal:
        kept = journal.book.names()
    rows: list[Wording] = [{"other": one.other, "name": one.name} for one in kept]
    print_result("names", rows, as_json, *(Message("{other} → {name}", row) for row in rows))
    return 0


@names_app.command("set")
def set_name(
    context: typer.Context,
    other: Annotated[str, typer.Argument(help="The alias, such as ANNIE.")],
    name: Annotated[str, typer.Argument(help="The player's main name, such as ANN.")],
) -> int:
    """Assign an alias to a player in every history."""
    alias, counted = clean_name(other, MAX_NAME), clean_name(name, MAX_NAME)
    if identity_key(alias) == identity_key(counted):
        raise CompanionError(alias, Message("already has this name"))
    with open_journal(context.obj) as journal:
        journal.book.put(OtherName(identity_key(alias), alias, counted))
    return 0


@names_app.command("remove")
def remove_name(context: typer.Context, other: Annotated[str, typer.Argument(help="The alias.")]) -> int:
    """Remove an alias: the name counts as a player of its own again."""
    missing = NoSuchName(other, Message("unknown alias"), Message("list them with `companion club names list`"))
    return _drop(context, OtherName, other, missing)


@seasons_app.command("list")
def list_seasons(context: typer.Context, as_json: AsJson = False) -> int:
    """List the seasons, oldest first."""
    with open_journal(context.obj) as journal:
        kept = sorted(journal.book.seasons(), key=lambda one: (one.first or date.min, one.last or date.max, one.key))
    rows = [{"name": one.name, "first": one.first, "last": one.last} for one in kept]
    print_result("seasons", rows, as_json, *(f"{one.name}: {one.first or ''} … {one.last or ''}" for one in kept))
    return 0


@seasons_app.command("set")
def set_season(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The season's name.")],
    since: Day = None,
    until: Day = None,
) -> int:
    """Add a season. Without an end date it stays open."""
    first, last = since and since.date(), until and until.date()
    if first is None and last is None:
        raise NoSeason(
            name, Message("a season needs a first or a last day"), Message("add --since DATE, --until DATE or both")
        )
    if first is not None and last is not None and last < first:
        raise NoSeason(name, Message("the last day is before the first day"))
    name = clean_name(name, MAX_NAME)
    with open_journal(context.obj) as journal:
        journal.book.put(KeptSeason(identity_key(name), name, first, last))
    return 0


@seasons_app.command("remove")
def remove_season(context: typer.Context, name: Annotated[str, typer.Argument(help="The season.")]) -> int:
    """Remove a season. Its games stay."""
    return _drop(context, KeptSeason, name, NoSuchSeason(name))


def _drop(context: typer.Context, kind: type[OtherName | KeptSeason], name: str, missing: CompanionError) -> int:
    with open_journal(context.obj) as journal:
        if not journal.book.drop(kind, identity_key(name)):
            raise missing
    return 0
