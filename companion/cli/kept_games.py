"""The games kept on this machine, as commands find them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion.cli.languages import say_error
from companion.cli.output import print_error
from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import game as rules_of
from companion.journal import KeptGame, NoSuchGame, UnreadableGame
from companion.locale import Message, Wording
from companion.names import name_key
from companion.play import AnyPlay, Play

if TYPE_CHECKING:
    from companion.journal import Journal
    from companion.journal.readable_games import Followed


class AmbiguousGame(CompanionError):
    """Several games go by what was written."""


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def new_id() -> str:
    """An id never given before."""
    return uuid.uuid4().hex


def journal_in(folders: Folders) -> Journal:
    """The journal of the data folder, made where it is not there, and copied as this evening's once it was written."""
    from companion.journal import Journal

    def put_by() -> None:
        from companion.journal.evening_backups import keep_evening

        try:
            keep_evening(folders.journal_url, folders.backups, datetime.now().astimezone())
        except CompanionError as error:  # what the command did is kept all the same
            print_error(say_error(error))

    journal = Journal.open(folders.ensure_exists().journal_url, None if folders.on_server else put_by)
    if (lost := lost_in(folders, journal)) is not None:
        print_error(say_error(lost))
    return journal


def lost_in(folders: Folders, journal: Journal) -> CompanionError | None:
    """What to say of a journal without a game beside copies with games; None where there is nothing to say."""
    from companion.journal import DamagedJournal
    from companion.journal.evening_backups import lost_games

    if folders.on_server or not folders.backups.is_dir() or journal.games() or journal.unreadable():
        return None
    copy = lost_games(folders.backups)
    if copy is None:
        return None
    told: Wording = {"file": str(copy[0]), "n": copy[1]}
    return DamagedJournal(
        str(folders.journal),
        Message("holds no game, and its copy {file} holds {n}", told),
        Message("bring them back with `companion restore {file}`", told),
    )


def damage_in(journal: Journal) -> CompanionError | None:
    """What a glance at the whole file finds wrong with it: games that are listed may lack something."""
    from companion.journal import JournalError

    try:
        journal.check_at_a_glance()
    except JournalError as error:
        return error
    return None


def game_named(journal: Journal, wanted: str) -> KeptGame:
    """The game with this id, else the one whose id begins so or that is called so, in any case.

    Raises :class:`NoSuchGame` or :class:`AmbiguousGame`, and what is wrong with a game that cannot be read back.
    """
    found = _named(journal, wanted)
    if isinstance(found, UnreadableGame):
        raise found.error
    return found


def followed_named(journal: Journal, wanted: str) -> Followed:
    """The same game as far as it can be followed; raises the same where nothing of it can be saved."""
    from companion.journal.readable_games import follow, follow_rest

    found = _named(journal, wanted)
    if isinstance(found, KeptGame):
        return follow(journal, found)
    rest = follow_rest(journal, found)
    if rest is None:
        raise found.error
    return rest


def _named(journal: Journal, wanted: str) -> KeptGame | UnreadableGame:
    found = _called(wanted, journal.games()) or _called(wanted, journal.unreadable())
    if not found:
        raise NoSuchGame(wanted)
    if len(found) > 1:
        ids = ", ".join(game.id for game in found)
        raise AmbiguousGame(
            Message("game {game}", {"game": repr(wanted)}),
            Message("may be any of {ids}", {"ids": ids}),
            Message("write one of these ids"),
        )
    return found[0]


def _called(wanted: str, games: Sequence[KeptGame | UnreadableGame]) -> Sequence[KeptGame | UnreadableGame]:
    found = [game for game in games if game.id == wanted] or [
        game for game in games if game.name == wanted or (wanted and game.id.startswith(wanted))
    ]
    asked = name_key(wanted)
    return found or [game for game in games if asked and name_key(game.name) == asked]


def play_of(journal: Journal, game: KeptGame) -> AnyPlay:
    """The game going on where its journal ends."""
    return Play(rules_of(game.game), journal, game.id, now=now, new_id=new_id)


def said_of_the_rest(error: CompanionError | None) -> int:
    """The exit status for a game of which all could be shown, or only what is before this error, which is said."""
    if error is None:
        return 0
    print_error(say_error(error))
    return 1
