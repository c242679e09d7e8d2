"""Options and arguments that several commands share, what a shell completes in them, and saved games that they name."""

from __future__ import annotations

import os
import re
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.output import print_error
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import DEFAULT_GAME, game, game_names
from companion.games.registry import game as rules_of
from companion.journal import DamagedJournal, JournalError, KeptGame, UnreadableGame
from companion.journal.entries import NoSuchGame
from companion.journal.store.overviews import Followed, follow, follow_rest
from companion.locale import Message, Wording
from companion.names import name_key
from companion.play import AnyPlay, Play

if TYPE_CHECKING:
    from companion.journal import Journal


class AmbiguousGame(CompanionError):
    """Several games have this name or beginning of an id."""


def now() -> datetime:
    """Return the current time, in UTC."""
    return datetime.now(UTC)


def new_id() -> str:
    """Return a new unique id."""
    return uuid.uuid4().hex


def open_journal(folders: Folders, *, hosts: bool = False) -> Journal:
    """Open the journal, created if needed. Raise ``UnusableFolder`` or ``JournalError`` if that is impossible.

    Args:
        folders: The data folder.
        hosts: Whether the command plays games until somebody ends it.

    Returns:
        The journal, to be closed by the caller. Closing it makes the copy that is due.
    """
    from companion.journal import Journal  # imports SQLAlchemy, which replay and a roll without a game do not need
    from companion.journal.copies.evenings import Copies

    url = folders.ensure_exists().journal_url
    copies = None
    if not folders.on_server:  # an error of a copy ends no command, which has done its work
        copies = Copies(url, folders.backups, print_error, hosts=hosts)
    journal = Journal.open(url, copies, report_damage)
    try:
        lost = find_lost_games(folders, journal)
    except BaseException:
        journal.close()
        raise
    if lost is not None:
        print_error(lost)
    return journal


def find_lost_games(folders: Folders, journal: Journal) -> CompanionError | None:
    """Return an error if the journal is empty although a backup holds games, else None."""
    found = not folders.on_server and journal.game_list.is_empty()
    return find_backup_of_lost_games(folders) if found else None


def find_backup_of_lost_games(folders: Folders) -> CompanionError | None:
    """Return an error about an empty or missing journal if a backup holds games, else None."""
    from companion.journal.copies.evenings import lost_games

    if folders.on_server or not folders.backups.is_dir() or (copy := lost_games(folders.backups)) is None:
        return None
    values: Wording = {"file": str(copy[0]), "n": copy[1]}
    return DamagedJournal(
        str(folders.journal),
        Message("no games, but the backup {file} has {n}", values),
        Message("restore them with `companion restore {file}`", values),
    )


def find_damage(journal: Journal) -> CompanionError | None:
    """Return what a quick check of the whole file finds wrong, else None."""
    try:
        journal.check(at_a_glance=True)
    except JournalError as error:
        return error
    return None


def find_game(journal: Journal, wanted: str) -> KeptGame:
    """Return the game with this id, beginning of an id, or name in any case; raise unless exactly one matches."""
    found = find_kept_game(journal, wanted)
    if isinstance(found, UnreadableGame):
        raise found.error
    return found


def name_to_type(journal: Journal, game: KeptGame) -> str:
    """Return the name that finds this game as it is typed; its id if others have the name or it is like an option."""
    try:
        typed = not game.name.startswith("-") and find_kept_game(journal, game.name).id == game.id
        return game.name if typed else game.id
    except AmbiguousGame:
        return game.id


def find_readable_game(journal: Journal, wanted: str) -> Followed:
    """Return the game that :func:`find_game` finds, as far as it can be read; raise if nothing of it can be."""
    found = find_kept_game(journal, wanted)
    if isinstance(found, KeptGame):
        return follow(journal, found)
    rest = follow_rest(journal, found)
    if rest is None:
        raise found.error
    return rest


def find_kept_game(journal: Journal, wanted: str) -> KeptGame | UnreadableGame:
    """Return the game that :func:`find_game` finds, readable or not."""
    found = _match(wanted, journal.game_list.names())
    if len(found) == 1:
        try:
            return journal.game(found[0])
        except (DamagedJournal, NoSuchGame):  # its id or name may be what was damaged
            found = []
    unreadable = {one.id: one for one in journal.unreadable()} if not found else {}
    found = found or _match(wanted, [(one.id, one.name) for one in unreadable.values()])
    if not found:
        raise NoSuchGame(wanted)
    if len(found) > 1:
        raise AmbiguousGame(
            Message("game {game}", {"game": repr(wanted)}),
            Message("matches several games: {ids}", {"ids": ", ".join(found)}),
            Message("use one of these ids"),
        )
    return unreadable[found[0]]


def _match(wanted: str, games: Sequence[tuple[str, str]]) -> list[str]:
    """Return the ids of the games with this id, or with this name or beginning of an id, or else with a like name."""
    found = [id_ for id_, _ in games if id_ == wanted] or [
        id_ for id_, name in games if name == wanted or (wanted and id_.startswith(wanted))
    ]
    key = name_key(wanted)
    return found or [id_ for id_, name in games if key and name_key(name) == key]


def open_play(journal: Journal, game: KeptGame, wake: Callable[[], None] = lambda: None) -> AnyPlay:
    """Return the play of a game, at the end of its journal.

    Args:
        journal: The journal.
        game: The game.
        wake: Called on any thread when the play has something to attend to.
    """
    return Play(rules_of(game.game), journal, game.id, now=now, new_id=new_id, wake=wake)


def report_damage(error: CompanionError | None) -> int:
    """Print an error that keeps a game from being read to its end, if any; return the exit status."""
    if error is None:
        return 0
    print_error(error)
    return 1


def fold_case(name: str | None) -> str | None:
    """Return the name of a game or preset as it is registered, in small letters."""
    return None if name is None else name.casefold()


SIMPLE = re.compile(r"[\w.-]+")
"""A name that every shell takes without quotes."""


def complete_saved_games(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the saved games by name, or by id where a name needs quotes or several games have it.

    A shell shows no errors while it completes, so of games that cannot be read there are none.
    """
    data, database = context.find_root().params.get("data"), os.environ.get("COMPANION_DATABASE_URL") or None
    folders = Folders.default(database) if data is None else Folders(Path(data), database=database)
    if not (folders.on_server or folders.journal.exists()):
        return []
    from companion.journal import Journal

    try:
        with closing(Journal.open(folders.journal_url)) as journal:
            games = journal.game_list.names()
    except CompanionError:
        return []
    count = Counter(name for _, name in games)
    words = [(name if SIMPLE.fullmatch(name) and count[name] == 1 else id, name) for id, name in games]
    return [(word, name) for word, name in words if word.startswith(incomplete)]


def complete_games(incomplete: str) -> list[str]:
    """Return the kinds of games."""
    return [name for name in game_names() if name.startswith(incomplete.casefold())]


def complete_presets(context: typer.Context, incomplete: str) -> list[str]:
    """Return the presets of the game that the command line names; all presets if it names a saved game."""
    named = context.params.get("game") or DEFAULT_GAME
    games = [named] if named in game_names() else game_names()
    return [preset for name in games for preset in game(name).presets if preset.startswith(incomplete.casefold())]


def preset_option(help: str) -> Any:
    """Return the option for a preset of a game's options."""
    return typer.Option(callback=fold_case, autocompletion=complete_presets, help=help)


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsAnyJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
"""Of commands that print one document, or one a line."""
_GAME_NAME = typer.Argument(
    help="The game's id, the start of the id, or the game's name.", autocompletion=complete_saved_games
)
GameName = Annotated[str, _GAME_NAME]
"""A saved game. It is named by an argument in every command."""
OptionalGame = Annotated[str | None, _GAME_NAME]
GameOption = Annotated[str | None, typer.Option("--game", help="The same as GAME, for other programs.")]
"""The contract with other programs names the saved game of ``roll`` and ``watch`` by this option."""
KindOfGame = Annotated[str, typer.Option(callback=fold_case, autocompletion=complete_games, help="The game.")]
"""A kind of game, for commands without a saved one."""
Table = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        autocompletion=complete_saved_games,
        help="A saved game, whose options apply, or the name of a kind of game.",
    ),
]
