"""Takes in the record of a game: a new one, or what it has behind the stored one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import uuid4

from companion.errors import CompanionError
from companion.games.registry import game as rules_of
from companion.journal.course.course import Course
from companion.journal.course.summaries import GameStorage
from companion.journal.entries import Entry, KeptGame
from companion.journal.records.record import read_record
from companion.locale import Message
from companion.names import clean_name


class GameStore(GameStorage, Protocol):
    """Where games are stored."""

    def games(self) -> Sequence[KeptGame]:
        """Return every game."""

    def create(self, game: KeptGame, entries: Sequence[Entry]) -> None:
        """Store a new game with its entries."""


def take_in(store: GameStore, written: bytes, name: str, now: Callable[[], datetime], next_step: Message) -> str:
    """Store the game of a record and return its id; the same record again changes nothing.

    Args:
        store: Where it is stored.
        written: The record file's content.
        name: The file's name in errors.
        now: Returns the present time.
        next_step: What to do if the stored game went on differently.

    Raises:
        CompanionError: It is no record, the rules refuse one of its moves, or the stored game went on differently.
    """
    read, entries = read_record(written, clean_name(name or "record"), now=now, new_id=lambda: uuid4().hex[:12])
    course = Course.of(rules_of(read.game), read, entries)
    game, done = course.game, tuple(entry for entry, _ in course.entry_steps)
    if game.id not in {one.id for one in store.games()}:
        store.create(game, done)
        return game.id
    there = store.entries(game.id)
    if [one.move for one in done[: len(there)]] != [one.move for one in there[: len(done)]]:
        raise CompanionError(game.name, Message("is stored here already and went on differently"), next_step)
    for entry in done[len(there) :]:
        store.append(entry)
    return game.id
