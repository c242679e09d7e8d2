"""``companion forget``: delete a person's name from everything that is stored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.game_keeping import confirm_deletion
from companion.cli.kept_games import open_journal, report_damage
from companion.cli.languages import Language, translate
from companion.cli.options import AsJson
from companion.cli.output import print_json, print_line
from companion.errors import CompanionError
from companion.folders import Folders
from companion.locale import Message, Wording


@dataclass(frozen=True, slots=True)
class ForgetDocument:
    """A person who is deleted."""

    games: int
    """The number of saved games in which the person played."""
    copies: int
    """The same in backups, replaced journals and deleted games."""
    failed: list[str]
    """What cannot be changed, each in one line; the exit status is then 1."""


class UnknownPerson(CompanionError):
    """Nobody of this name played a stored game."""


def forget(
    context: typer.Context,
    person: Annotated[str, typer.Argument(help="The player's name, or an alias.")],
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Delete a person's name from all games, backups, deleted games and statistics. This cannot be undone.

    The games stay, with the seat's name in place of the person's. Exit status 1: something could not be changed.
    """
    from companion.club.history import Names, identity_key
    from companion.journal.copies.forgetting import forget_in_files, forget_in_journal

    folders: Folders = context.obj
    with open_journal(folders) as journal:
        names = Names({one.other: one.name for one in journal.book.names()})
    key = identity_key(names.resolve(person))

    def is_person(name: str) -> bool:
        return identity_key(names.resolve(name)) == key

    def seat_name(seat: int) -> str:
        return translate(Message("Player {number}", {"number": seat}))

    if not yes:
        confirm_deletion(person)
    games, failed = forget_in_journal(folders.journal_url, is_person, seat_name)
    copies, failed_copies = forget_in_files(_copies(folders), is_person, seat_name)
    failed += failed_copies
    if not games and not copies and not failed:
        step = Message("list the players with `companion club history players`")
        raise UnknownPerson(person, Message("nobody of this name played"), step)
    if as_json:
        lines = [f"{one.thing}: {translate(one.reason)}" for one in failed]
        print_json("forget", ForgetDocument(games, copies, lines))
    else:
        values: Wording = {"n": games, "copies": copies}
        print_line(Message("Saved games changed: {n}; in backups and deleted games: {copies}", values))
    return max([0, *map(report_damage, failed)])


def _copies(folders: Folders) -> list[Path]:
    """Return the files that hold games besides the journal."""
    return [
        *sorted(folders.backups.glob("*.db")),
        *sorted(folders.deleted.glob("*.db")),
        *sorted(folders.deleted.glob("*.json")),
        *sorted(folders.data.glob("games.*.db")),
    ]
