"""The journal is portable SQL: it works on a database of which only SQLAlchemy knows anything."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.journal import Journal, NoJournal, StaleEntry, UnwritableJournal
from companion.journal.backups import back_up
from companion.journal.database import Database
from companion.journal.inspection import make_tables
from companion.journal.tables import SCHEMA
from tests.journal.test_journal import GAME, entry
from tests.journal.test_kept_versions import VERSIONS
from tests.postgres import change


class Elsewhere(Database):
    """A database that nothing of ours is made for."""

    def __init__(self, file: Path) -> None:
        super().__init__(sa.create_engine(f"sqlite:///{file}"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    database = Elsewhere(tmp_path / "games.db")
    database.make()
    with database.writing() as connection:
        make_tables(connection)
    with Journal(database, SCHEMA, None) as opened:
        opened.create(GAME, [entry(1), entry(2)])
        yield opened


def test_games_are_kept_and_chained_there(journal: Journal, tmp_path: Path) -> None:
    journal.append(entry(3))
    journal.check()
    assert journal.append(entry(3)) == entry(3)
    with pytest.raises(StaleEntry):
        journal.append(entry(7, "other"))
    assert [one.seq for one in journal.entries("g1")] == [1, 2, 3]
    change(f"sqlite:///{tmp_path / 'games.db'}", "UPDATE entries SET seat = 1 WHERE seq = 2")
    assert [one.seq for one in journal.readable("g1")[0]] == [1]


def test_a_journal_of_the_first_version_is_brought_up_to_date_there(tmp_path: Path) -> None:
    shutil.copy(VERSIONS / "tables-1-entries-1.db", tmp_path / "games.db")
    with Journal(Elsewhere(tmp_path / "games.db"), 1, None) as journal:
        journal.create(GAME)
        assert len(journal.entries("friday")) == 16


def test_what_fails_there_is_said_with_its_name(journal: Journal, tmp_path: Path) -> None:
    change(f"sqlite:///{tmp_path / 'games.db'}", "DROP TABLE entries")
    with pytest.raises(UnwritableJournal, match="no such table"):
        journal.append(entry(3))


def test_what_is_no_file_is_copied_with_other_tools(tmp_path: Path) -> None:
    with pytest.raises(NoJournal, match=r"not a database URL|not a file"):
        back_up("postgresql://nobody@nowhere/games", tmp_path / "copy.db")
