"""The checkpoints in the rows of a game's entries."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from companion.games.protocol import Game
from companion.journal import checkpoints, tables
from companion.journal.checkpoints import Checkpoint, read_checkpoint, write_checkpoint
from companion.journal.database import Database
from companion.journal.entries import Entry


class CheckpointRows:
    """The checkpoints in ``database``. Every method raises a :class:`JournalError` if the database fails.

    Args:
        database: the journal's database.
        has_checkpoints: whether its tables have a place for them.
    """

    def __init__(self, database: Database, has_checkpoints: bool) -> None:
        self._database, self._has_checkpoints = database, has_checkpoints

    def newest(self, rules: Game[Any, Any, Any, Any], game: str) -> Checkpoint[Any, Any] | None:
        """Return the checkpoint that a game is opened from; None if it has none or has lost entries."""
        if not self._has_checkpoints or rules.state_codec is None:
            return None
        place = tables.entries.c
        counted = sa.select(sa.func.count(), sa.func.max(place.seq)).where(place.game == game)
        with self._database.reading() as connection:
            count, last = connection.execute(counted).one()
            if count != last or count < checkpoints.FIRST + checkpoints.AFTER:
                return None
            stored = sa.select(place.seq, place.chain, place.checkpoint).where(place.game == game)
            early = stored.where(place.seq <= last - checkpoints.AFTER, place.checkpoint.is_not(None))
            row = connection.execute(early.order_by(place.seq.desc()).limit(1)).first()
        found = read_checkpoint(rules, row.checkpoint, row.chain) if row is not None else None
        return found if found is not None and row is not None and found.seq == row.seq else None

    def keep(self, rules: Game[Any, Any, Any, Any], entry: Entry, checkpoint: Checkpoint[Any, Any]) -> None:
        """Store the checkpoint after an entry, unless another entry is in its place."""
        if not self._has_checkpoints:
            return
        place = tables.entries.c
        here = sa.and_(place.game == entry.game, place.seq == entry.seq, place.id == entry.id)
        with self._database.writing() as connection:
            last = connection.execute(sa.select(place.chain).where(here)).scalar()
            if last is not None:
                written = write_checkpoint(rules, checkpoint, last)
                connection.execute(sa.update(tables.entries).where(here).values({tables.CHECKPOINT: written}))

    def remove(self, game: str) -> None:
        """Remove every checkpoint of a game."""
        if self._has_checkpoints:
            place = tables.entries.c
            there = sa.and_(place.game == game, place.checkpoint.is_not(None))
            with self._database.writing() as connection:
                connection.execute(sa.update(tables.entries).where(there).values({tables.CHECKPOINT: None}))

    def seq_of(self, game: str, entry: str) -> int | None:
        """Return the number of the entry of a game with this id, or None."""
        place = tables.entries.c
        asked = sa.select(place.seq).where(place.game == game, place.id == entry)
        with self._database.reading() as connection:
            return connection.execute(asked).scalar()
