"""A journal that is deleted, moved or replaced while it is open acknowledges nothing more without a word."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.errors import MovedJournal
from tests.journal.test_journal import GAME, entry


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder, named by a link to it."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "data").symlink_to("disk")
    return tmp_path / "data"


@pytest.fixture
def journal(data: Path) -> Iterator[Journal]:
    with Journal.open(f"sqlite:///{data / 'games.db'}") as opened:
        opened.create(GAME, [entry(1)])
        opened.append(entry(2))
        yield opened


def a_folder_deleted(data: Path) -> None:
    shutil.rmtree(data.resolve())


def a_folder_moved(data: Path) -> None:
    data.resolve().rename(data.parent / "elsewhere")


def a_folder_emptied(data: Path) -> None:
    a_folder_moved(data)
    data.resolve().mkdir()


def a_folder_replaced_by_its_copy(data: Path) -> None:
    a_folder_moved(data)
    shutil.copytree(data.parent / "elsewhere", data.parent / "disk")


def a_link_set_to_another_folder(data: Path) -> None:
    shutil.copytree(data.resolve(), data.parent / "elsewhere")
    data.unlink()
    data.symlink_to("elsewhere")


def a_journal_deleted(data: Path) -> None:
    (data / "games.db").unlink()


def a_journal_replaced_by_an_older_copy(data: Path) -> None:
    shutil.copyfile(data / "games.db", data / "old.db")
    (data / "old.db").replace(data / "games.db")


def a_log_deleted(data: Path) -> None:
    (data / "games.db-wal").unlink()


def a_log_replaced(data: Path) -> None:
    shutil.copyfile(data / "games.db-wal", data / "old")
    (data / "old").replace(data / "games.db-wal")


WAYS = [
    a_folder_deleted,
    a_folder_moved,
    a_folder_emptied,
    a_folder_replaced_by_its_copy,
    a_link_set_to_another_folder,
    a_journal_deleted,
    a_journal_replaced_by_an_older_copy,
    a_log_deleted,
    a_log_replaced,
]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nothing_is_acknowledged_or_read(journal: Journal, data: Path, way: Callable[[Path], None]) -> None:
    way(data)
    before = sorted(os.walk(data.parent))
    with pytest.raises(MovedJournal, match=r"while it was open\. "):
        journal.append(entry(3))
    with pytest.raises(MovedJournal):
        journal.games()
    with pytest.raises(MovedJournal):
        journal.entries("g1")
    assert sorted(os.walk(data.parent)) == before, "no journal was made in its place"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_what_happens_between_the_disk_and_the_answer_is_noticed_too(
    journal: Journal, data: Path, way: Callable[[Path], None]
) -> None:
    database = journal._database
    with pytest.raises(MovedJournal), database.writing() as connection:
        connection.exec_driver_sql("UPDATE games SET name = 'Saturday'")
        way(data)


def test_a_folder_put_back_goes_on_with_all_that_was_acknowledged(journal: Journal, data: Path) -> None:
    a_folder_moved(data)
    with pytest.raises(MovedJournal):
        journal.append(entry(3))
    (data.parent / "elsewhere").rename(data.parent / "disk")
    journal.append(entry(3))
    assert [kept.seq for kept in journal.entries("g1")] == [1, 2, 3]


def test_what_was_in_a_deleted_log_is_there_once_the_companion_was_closed(journal: Journal, data: Path) -> None:
    a_log_deleted(data)
    with pytest.raises(MovedJournal, match="Close the companion everywhere, which saves the moves in the log"):
        journal.append(entry(3))
    journal.close()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as again:
        assert [kept.seq for kept in again.entries("g1")] == [1, 2]


def test_a_journal_opened_by_another_program_too_was_not_moved(journal: Journal, data: Path) -> None:
    for seq in (3, 4):
        with Journal.open(f"sqlite:///{data / 'games.db'}") as other:
            other.append(entry(seq))
    journal.append(entry(5))
    assert len(journal.entries("g1")) == 5
