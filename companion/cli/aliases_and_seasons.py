"""``companion club names`` and ``companion club seasons``: players' other names, and seasons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated

import typer

from companion.cli.kept_games import open_journal
from companion.cli.options import AsJson
from companion.cli.output import print_json, print_line
from companion.club.history import identity_key
from companion.errors import CompanionError
from companion.journal.store.aliases_and_seasons import Book, KeptSeason, OtherName
from companion.locale import Message
from companion.names import clean_name

names_app = typer.Typer(help="Merge several names of one player.", no_args_is_help=True)
seasons_app = typer.Typer(help="Manage a club's seasons.", no_args_is_help=True)

MAX_NAME = 100
"""Most letters of a player's other name or of a season's name."""
Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="A date such as 2026-11-21, included.")]


class NoSuchName(CompanionError):
    """No player has this other name."""

    def __init__(self, name: str) -> None:
        super().__init__(name, Message("unknown alias"), Message("list them with `companion club names list`"))


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
    if as_json:
        print_json("names", [{"other": one.other, "name": one.name} for one in kept])
        return 0
    for one in kept:
        print_line(Message("{other} → {name}", {"other": one.other, "name": one.name}))
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
        journal.book.put_name(OtherName(identity_key(alias), alias, counted))
    return 0


@names_app.command("remove")
def remove_name(context: typer.Context, other: Annotated[str, typer.Argument(help="The alias.")]) -> int:
    """Remove an alias: the name counts as a player of its own again."""
    return _drop(context, lambda book: book.drop_name(identity_key(other)), NoSuchName(other))


@seasons_app.command("list")
def list_seasons(context: typer.Context, as_json: AsJson = False) -> int:
    """List the seasons, oldest first."""
    with open_journal(context.obj) as journal:
        kept = sorted(journal.book.seasons(), key=lambda one: (one.first or date.min, one.last or date.max, one.key))
    if as_json:
        rows = [{"name": one.name, "first": _iso(one.first), "last": _iso(one.last)} for one in kept]
        print_json("seasons", rows)
        return 0
    for one in kept:
        print_line(f"{one.name}: {one.first or ''} … {one.last or ''}")
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
        journal.book.put_season(KeptSeason(identity_key(name), name, first, last))
    return 0


@seasons_app.command("remove")
def remove_season(context: typer.Context, name: Annotated[str, typer.Argument(help="The season.")]) -> int:
    """Remove a season. Its games stay."""
    return _drop(context, lambda book: book.drop_season(identity_key(name)), NoSuchSeason(name))


def _drop(context: typer.Context, drop: Callable[[Book], bool], missing: CompanionError) -> int:
    with open_journal(context.obj) as journal:
        if not drop(journal.book):
            raise missing
    return 0


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
