"""The games kept on this machine, as commands find them."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.folders import Folders
from companion.games.registry import game as rules_of
from companion.journal import KeptGame, UnknownGame
from companion.locale import Message
from companion.play import AnyPlay, Play

if TYPE_CHECKING:
    from companion.journal import Journal


class AmbiguousGame(CompanionError):
    """Several games go by what was written."""


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def new_id() -> str:
    """An id never given before."""
    return uuid.uuid4().hex


def journal_in(folders: Folders) -> Journal:
    """The journal of the data folder, which is made where it is not there."""
    from companion.journal import Journal

    return Journal.open(folders.made().journal_url)


def game_named(journal: Journal, wanted: str) -> KeptGame:
    """The game with this id, else the one whose id begins so or that is called so.

    Raises :class:`UnknownGame` or :class:`AmbiguousGame`.
    """
    games = journal.games()
    found = [game for game in games if game.id == wanted] or [
        game for game in games if game.name == wanted or (wanted and game.id.startswith(wanted))
    ]
    if not found:
        raise UnknownGame(wanted)
    if len(found) > 1:
        ids = ", ".join(game.id for game in found)
        raise AmbiguousGame(
            Message("game {game}", {"game": repr(wanted)}),
            Message("may be any of {ids}", {"ids": ids}),
            Message("write one of these ids"),
        )
    return found[0]


def play_of(journal: Journal, game: KeptGame) -> AnyPlay:
    """The game going on where its journal ends."""
    return Play(rules_of(game.game), journal, game.id, now=now, new_id=new_id)
