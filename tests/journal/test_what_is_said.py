"""What the system refuses is said with its reason and what to do, and a copy that cannot be read is never replaced."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.files import UnwritableFile
from companion.journal import Journal
from companion.journal.copies.backups import restore
from companion.journal.copies.evenings import evenings, keep_evening, keep_folder
from companion.journal.errors import UnwritableJournal
from companion.journal.store.database import translate_errors
from tests.journal.kept_games import NOON
from tests.journal.test_journal import GAME, entry


@pytest.fixture
def url(tmp_path: Path) -> str:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(GAME, [entry(1)])
    return f"sqlite:///{tmp_path / 'games.db'}"


def test_where_memory_is_used_up_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnwritableJournal, match=r"out of memory\. Close other programs"), translate_errors(tmp_path):
        raise MemoryError


def test_where_nobody_knows_what_room_is_left_the_systems_reason_is_said(tmp_path: Path) -> None:
    full = sqlite3.OperationalError("disk I/O error")
    full.sqlite_errorcode = sqlite3.SQLITE_IOERR
    with pytest.raises(UnwritableJournal, match="disk I/O error"), translate_errors(tmp_path / "gone" / "games.db"):
        raise full


def test_a_damaged_copy_of_the_evening_stays_and_the_evening_gets_another(url: str, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    first = folder / "evening-2026-11-21.db"
    first.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    keep_evening(url, folder, NOON)
    assert first.read_bytes().endswith(b"\xff")
    second = folder / "evening-2026-11-21-2.db"
    assert set(evenings(folder)) == {first, second}
    restore(url, second, "before")
    with Journal.open(url) as journal:
        assert journal.entries(GAME.id) == (entry(1),)


def test_where_a_file_is_in_the_way_of_the_folder_of_copies_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("mine")
    with pytest.raises(UnwritableFile, match=r"backups: cannot write \(File exists\)"):
        keep_folder(tmp_path / "backups")
    assert (tmp_path / "backups").read_text() == "mine"
