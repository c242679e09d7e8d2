"""A journal that is read as a whole while somebody writes it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.store import sqlite_copies
from tests.journal.test_journal import GAME, entry


@pytest.fixture
def database(tmp_path: Path) -> Path:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(GAME, [entry(1)])
    return tmp_path / "games.db"


def written_meanwhile(database: Path, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes while it is read, so many times."""
    read, left = sqlite_copies._read_untouched_once, [times]

    def and_written(file: Path) -> sqlite3.Connection:
        memory = read(file)
        if left[0]:
            left[0] -= 1
            with sqlite3.connect(database) as writer:
                writer.execute(f"UPDATE games SET name = 'Friday {left[0]}'")
        return memory

    monkeypatch.setattr(sqlite_copies, "_read_untouched_once", and_written)


def test_what_was_written_while_it_was_read_is_read_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written_meanwhile(database, 2, monkeypatch)
    with sqlite_copies.read_untouched(database) as memory:
        assert memory.execute("SELECT name FROM games").fetchone() == ("Friday 0",)
    memory.close()


def test_a_file_that_is_written_all_the_time_is_given_up(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written_meanwhile(database, 100, monkeypatch)
    with pytest.raises(sqlite3.OperationalError, match="written all the time"):
        sqlite_copies.read_untouched(database)
