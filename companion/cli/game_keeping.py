"""``companion rename``, ``delete`` and ``forget``: the saved games, and the people who played them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from companion.cli.options import AsJson, GameName, find_game, find_kept_game, open_journal, report_damage
from companion.cli.output import Language, confirm, note_done, print_result, translate
from companion.errors import CompanionError
from companion.files import write_new_file
from companion.folders import Folders
from companion.journal import KeptGame, UnreadableGame
from companion.journal.copies.evenings import keep_damaged, moment
from companion.journal.records.record import write_record
from companion.journal.store.overviews import follow
from companion.locale import Message, Wording
from companion.names import MAX_GAME_NAME, UnusableName, as_file_name, clean_name, find_seat

if TYPE_CHECKING:
    from companion.journal import Journal


class RenameDocument(TypedDict):
    """A game with its new name, or with a player's."""

    id: str
    name: str
    players: list[str]
    """By seat."""


class DeleteDocument(TypedDict):
    """A deleted game."""

    id: str
    name: str
    copy: str
    """Its record, which `import` reads; of a damaged game a backup of all games, which `restore` reads."""


class NotConfirmed(CompanionError):
    """A deletion that nobody confirmed."""


def rename(
    context: typer.Context,
    game: GameName,
    name: Annotated[str | None, typer.Argument(help="The game's new name.")] = None,
    player: Annotated[
        tuple[str, str] | None, typer.Option(metavar="OLD NEW", help="Rename a player, also in the history.")
    ] = None,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Rename a saved game, or one of its players."""
    if name is None and player is None:
        raise UnusableName(game, Message("no new name"), Message("add the game's new name, or --player OLD NEW"))
    new_name = None if name is None else clean_name(name, MAX_GAME_NAME)
    with open_journal(context.obj) as journal:
        kept = find_game(journal, game)
        if player is not None:
            players = list(kept.players)
            players[find_seat(player[0], players, "--player")] = player[1]
            journal.rename_players(kept.id, players)
        if new_name is not None:
            journal.rename(kept.id, new_name)
        kept = journal.game(kept.id)
    note_done(Message("game {id} renamed", {"id": kept.id}))
    document = RenameDocument(id=kept.id, name=kept.name, players=list(kept.players))
    print_result("rename", document, as_json, f"{kept.id}  {kept.name}: {', '.join(kept.players)}")
    return 0


def delete(
    context: typer.Context,
    game: GameName,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    language: Language = None,
    as_json: AsJson = False,
) -> int:
    """Delete a saved game. Its record is moved to the folder of deleted games; `companion import` restores it."""
    folders: Folders = context.obj
    with open_journal(folders) as journal:
        kept = find_kept_game(journal, game)
        if not yes:
            confirm_deletion(kept.name)
        copy = _copy(folders, journal, kept)
        journal.remove(kept.id)
    note_done(Message("game {id} deleted", {"id": kept.id}))
    deleted = Message("{name} deleted", {"name": kept.name})
    command = f"companion {'import' if copy.suffix == '.json' else 'restore'} {copy}"
    restorable = Message("to restore it: {command}", {"command": command})
    document = DeleteDocument(id=kept.id, name=kept.name, copy=str(copy))
    print_result("delete", document, as_json, deleted, restorable)
    return 0


def confirm_deletion(name: str) -> None:
    """Ask a person at the terminal; raise :class:`NotConfirmed` unless they type yes."""
    values: Wording = {"name": name}
    step = Message("add --yes to delete it")
    if not sys.stdin.isatty():
        raise NotConfirmed(name, Message("deletion needs confirmation"), step)
    if not confirm(Message("Delete {name}? Type yes: ", values)):
        raise NotConfirmed(name, Message("not deleted"), step)


def _copy(folders: Folders, journal: Journal, kept: KeptGame | UnreadableGame) -> Path:
    """Return the record of the game in the folder of deleted games; of a damaged game, a backup that holds it."""
    followed = follow(journal, kept) if isinstance(kept, KeptGame) else None
    if followed is not None and followed.error is None:
        record = folders.deleted / f"{as_file_name(kept.id)}-{moment()}.json"
        return write_new_file(record, write_record(followed.game, followed.entries).encode())
    return keep_damaged(folders.journal_url, folders.deleted, kept.id)


class ForgetDocument(TypedDict):
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
    values: Wording = {"n": games, "copies": copies}
    changed = Message("Saved games changed: {n}; in backups and deleted games: {copies}", values)
    lines = [f"{one.thing}: {translate(one.reason)}" for one in failed]
    print_result("forget", ForgetDocument(games=games, copies=copies, failed=lines), as_json, changed)
    return max([0, *map(report_damage, failed)])


def _copies(folders: Folders) -> list[Path]:
    """Return the files that hold games besides the journal."""
    return [
        *sorted(folders.backups.glob("*.db")),
        *sorted(folders.deleted.glob("*.db")),
        *sorted(folders.deleted.glob("*.json")),
        *sorted(folders.data.glob("games.*.db")),
    ]
