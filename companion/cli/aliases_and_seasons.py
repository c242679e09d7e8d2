"""``companion club names`` and ``companion club seasons``: what a club writes down beside its games."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say
from companion.cli.output import print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.locale import Message
from companion.names import clean_name

if TYPE_CHECKING:
    from companion.journal.aliases_and_seasons import Book

names = typer.Typer(help="Who goes by several names.", no_args_is_help=True)
seasons = typer.Typer(help="The seasons of a club, each from one evening to another.", no_args_is_help=True)

LONGEST = 100
"""Letters of a name in a club's book."""
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Day = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="An evening, as 2026-11-21; included.")]


class NoSuchName(CompanionError):
    """Nobody is said to be called so as well."""

    def __init__(self, name: str) -> None:
        super().__init__(name, Message("is no other name of anybody's"), Message("`companion club names list` has all"))


class NoSuchSeason(CompanionError):
    """No season is called so."""

    def __init__(self, name: str) -> None:
        super().__init__(name, Message("is no season that is kept"), Message("`companion club seasons list` has all"))


class NoSeason(CompanionError):
    """What was given is no season."""


@names.command("list")
def list_names(context: typer.Context, as_json: AsJson = False) -> int:
    """Lists every other name of a player's, and the name that counts."""
    from companion.cli.kept_games import journal_in

    with journal_in(context.obj) as journal:
        kept = journal.book.names()
    if as_json:
        print_json([stamped("names", {"other": one.other, "name": one.name}) for one in kept])
        return 0
    for one in kept:
        print_line(say(Message("{other} is {name}", {"other": one.other, "name": one.name})))
    return 0


@names.command("set")
def set_name(
    context: typer.Context,
    other: Annotated[str, typer.Argument(help="The other name, as ANNIE.")],
    name: Annotated[str, typer.Argument(help="The name that counts, as ANN.")],
) -> int:
    """Says of another name whose it is: in every history from now on."""
    from companion.cli.kept_games import journal_in
    from companion.club.history import key
    from companion.journal.aliases_and_seasons import OtherName

    written, counts = _words(other), _words(name)
    if key(written) == key(counts):
        raise CompanionError(written, Message("is that name already"))
    with journal_in(context.obj) as journal:
        journal.book.put_name(OtherName(key(written), written, counts))
    return 0


@names.command("remove")
def remove_name(context: typer.Context, other: Annotated[str, typer.Argument(help="The other name.")]) -> int:
    """Makes another name a player's own again."""
    from companion.club.history import key

    return _forget(context, lambda book: book.drop_name(key(other)), NoSuchName(other))


@seasons.command("list")
def list_seasons(context: typer.Context, as_json: AsJson = False) -> int:
    """Lists the seasons, the earliest first."""
    from companion.cli.kept_games import journal_in

    with journal_in(context.obj) as journal:
        kept = sorted(journal.book.seasons(), key=lambda one: (one.first or date.min, one.last or date.max, one.key))
    if as_json:
        told = [{"name": one.name, "first": _iso(one.first), "last": _iso(one.last)} for one in kept]
        print_json([stamped("seasons", one) for one in told])
        return 0
    for one in kept:
        print_line(f"{one.name}: {one.first or ''} … {one.last or ''}")
    return 0


@seasons.command("set")
def set_season(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What the season is called.")],
    since: Day = None,
    until: Day = None,
) -> int:
    """Keeps a season, from one evening to another; without an end it goes on."""
    from companion.cli.kept_games import journal_in
    from companion.club.history import key
    from companion.journal.aliases_and_seasons import KeptSeason

    first, last = since and since.date(), until and until.date()
    if first is None and last is None:
        raise NoSeason(name, Message("has no first evening and no last one"), Message("say --since DATE, --until DATE"))
    if first is not None and last is not None and last < first:
        raise NoSeason(name, Message("ends before it begins"))
    written = _words(name)
    with journal_in(context.obj) as journal:
        journal.book.put_season(KeptSeason(key(written), written, first, last))
    return 0


@seasons.command("remove")
def remove_season(context: typer.Context, name: Annotated[str, typer.Argument(help="The season.")]) -> int:
    """Forgets a season; the games in it stay."""
    from companion.club.history import key

    return _forget(context, lambda book: book.drop_season(key(name)), NoSuchSeason(name))


def _forget(context: typer.Context, drop: Callable[[Book], bool], missing: CompanionError) -> int:
    """Drops it from what is kept; raises ``missing`` where it is not there."""
    from companion.cli.kept_games import journal_in

    with journal_in(context.obj) as journal:
        if not drop(journal.book):
            raise missing
    return 0


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _words(written: str) -> str:
    """Return a name as it is kept; raises ``UnusableName`` if it cannot be used."""
    return clean_name(written, LONGEST)
