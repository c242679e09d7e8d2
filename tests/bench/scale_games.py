"""Journals of many games, made from the bundled game."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

import sqlalchemy as sa

from companion.games.magnate.game import MAGNATE
from companion.journal import Entry, Journal, KeptGame
from companion.journal.course.course import Course
from companion.journal.course.summaries import summarise
from companion.journal.records.record import read_record
from companion.journal.store import tables
from companion.journal.store.game_rows import new_rows

MOVES_OF_MANY = 50
"""Moves of each game in a journal of many games."""
_FIRST_EVENING = datetime(2020, 1, 1, 20, tzinfo=UTC)


def bundled_game() -> tuple[KeptGame, tuple[Entry, ...]]:
    """Return the bundled game with all its entries."""
    written = (resources.files("companion.demo") / "game.json").read_bytes()
    return read_record(written, "game", now=lambda: datetime.now(UTC), new_id=lambda: "bench")


def fill_journal(url: str, games: int) -> None:
    """Store so many copies of the first moves of the bundled game, one evening after another."""
    kept, entries = bundled_game()
    entries = entries[:MOVES_OF_MANY]
    summary = summarise(Course.of(MAGNATE, kept, entries))
    Journal.open(url).close()
    engine = sa.create_engine(url)
    with engine.begin() as connection:  # one transaction: ten thousand would wait for the disk for minutes
        for number in range(games):
            id_ = f"{number:012x}"
            begun = _FIRST_EVENING + timedelta(days=number % 2000, minutes=number // 2000)
            game = replace(kept, id=id_, name=f"Game {number}", created=begun)
            rows = new_rows(game, [replace(one, game=id_) for one in entries], summary)
            connection.execute(sa.insert(tables.games), rows[0])
            connection.execute(sa.insert(tables.entries), rows[1:])
    engine.dispose()


def journal_url(folder: Path) -> str:
    """Return the URL of the journal in a data folder."""
    return f"sqlite:///{folder / 'games.db'}"
