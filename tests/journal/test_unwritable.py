"""Where nothing can be written, what is kept can still be read, and only writing says why it cannot."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.journal.copies.backups import back_up
from companion.journal.errors import UnwritableJournal
from tests.journal.test_journal import GAME, entry
from tests.test_files import room_for
from tests.unwritable import as_anybody, read_only


def closed(_: Path) -> None:
    """Nobody has it open, and all of it is in the file."""


def killed(data: Path) -> None:
    """The companion was killed: its last entry stands in the log, with an index beside it."""
    begun = data.with_name("begun")
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.append(entry(4))
        shutil.copytree(data, begun)
    shutil.rmtree(data)
    begun.rename(data)


def copied(data: Path) -> None:
    """The journal was copied with its log, without the index."""
    killed(data)
    (data / "games.db-shm").unlink()


def read_only_folder(data: Path) -> AbstractContextManager[None]:
    return read_only(data)


def read_only_file(data: Path) -> AbstractContextManager[None]:
    return read_only(data / "games.db")


def full_disk(_: Path) -> AbstractContextManager[None]:
    return room_for(0)


STATES = [closed, killed, copied]
DISKS = [read_only_folder, read_only_file, full_disk]


@pytest.fixture(params=STATES, ids=lambda state: state.__name__)
def data(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    with Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        journal.create(GAME, [entry(seq) for seq in (1, 2, 3)])
    request.param(folder)
    return folder


@pytest.mark.parametrize("disk", DISKS)
def test_games_are_read_where_nothing_can_be_written(
    data: Path, disk: Callable[[Path], AbstractContextManager[None]], request: pytest.FixtureRequest
) -> None:
    last = 3 if "closed" in request.node.name else 4
    with disk(data), Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        assert journal.games() == (GAME,)
        assert [kept.seq for kept in journal.entries("g1")] == list(range(1, last + 1))
        assert journal.holds("e3") and not journal.holds("e9")
        with pytest.raises(UnwritableJournal, match=r"games.db: cannot .* Free some space, make it writable"):
            journal.append(entry(last + 1))


@pytest.mark.parametrize("disk", DISKS)
def test_what_could_not_be_written_is_kept_once_it_can_be(
    data: Path, disk: Callable[[Path], AbstractContextManager[None]]
) -> None:
    with disk(data):
        journal = Journal.open(f"sqlite:///{data / 'games.db'}")
        last = len(journal.entries("g1"))
        with pytest.raises(UnwritableJournal):
            journal.append(entry(last + 1))
    with journal:
        journal.append(entry(last + 1))
        assert [kept.seq for kept in journal.entries("g1")] == list(range(1, last + 2))


def test_games_are_read_on_by_a_companion_whose_disk_is_full_meanwhile(data: Path) -> None:
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        last = len(journal.entries("g1"))
        with room_for(0):
            with pytest.raises(UnwritableJournal):
                journal.append(entry(last + 1))
            assert len(journal.entries("g1")) == last
        journal.append(entry(last + 1))


def test_a_read_only_folder_is_named_as_the_reason(data: Path) -> None:
    url, reason = f"sqlite:///{data / 'games.db'}", "the file or its folder is read-only"
    with read_only(data), Journal.open(url) as journal, pytest.raises(UnwritableJournal, match=reason):
        journal.append(entry(5))


def test_games_are_backed_up_from_a_read_only_folder(data: Path, tmp_path: Path) -> None:
    with read_only(data):
        assert back_up(f"sqlite:///{data / 'games.db'}", tmp_path / "saved.db") == 1


def test_a_read_only_folder_without_a_journal_says_that_none_can_be_made(tmp_path: Path) -> None:
    with read_only(tmp_path), pytest.raises(UnwritableJournal, match="Permission denied"):
        Journal.open(f"sqlite:///{tmp_path / 'games.db'}")


def test_a_folder_that_may_not_be_looked_into_says_so(data: Path) -> None:
    mode = data.stat().st_mode
    data.chmod(0)
    try:
        with as_anybody():
            for use in (Journal.open, lambda url: back_up(url, data.with_name("saved.db"))):
                with pytest.raises(UnwritableJournal, match=r"games.db: cannot open or write \(Permission denied\)"):
                    use(f"sqlite:///{data / 'games.db'}")
    finally:
        data.chmod(mode)
