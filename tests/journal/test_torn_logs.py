"""A log that was left beside the journal and lost moves is said to be damaged: SQLite reads on without a word."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.journal import DamagedJournal, Journal
from companion.journal.backups import back_up, restore
from companion.journal.sqlite_copies import read_untouched
from tests.journal.test_journal import GAME, entry

MOVES = 20


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a companion that was killed: all of its moves stand in the log."""
    folder = tmp_path_factory.mktemp("left")
    with Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        journal.create(GAME)
        for seq in range(1, MOVES + 1):
            journal.append(entry(seq))
        shutil.copytree(folder, folder / "killed", ignore=shutil.ignore_patterns("*-shm", "killed"))
    return folder / "killed"


def flipped(left: Path, folder: Path, place: int, bit: int) -> Path:
    folder.mkdir()
    shutil.copyfile(left / "games.db", folder / "games.db")
    log = bytearray((left / "games.db-wal").read_bytes())
    log[place] ^= 1 << bit
    (folder / "games.db-wal").write_bytes(log)
    return folder / "games.db"


def read(file: Path) -> int:
    """How many moves are there; raises what is said."""
    with Journal.open(f"sqlite:///{file}") as journal:
        return len(journal.entries("g1"))


def test_a_log_without_damage_is_read_whole(left: Path, tmp_path: Path) -> None:
    shutil.copytree(left, tmp_path / "data")
    assert read(tmp_path / "data" / "games.db") == MOVES


LAST_MOVE = 8 * (4096 + 24)
"""Bytes at a log's end that hold its last transaction. Damage in it looks as what a power cut leaves."""


@pytest.mark.parametrize("part", range(20))
def test_a_bit_that_flipped_in_the_log_before_its_last_move_is_said_and_the_log_is_kept(
    left: Path, tmp_path: Path, part: int
) -> None:
    size = (left / "games.db-wal").stat().st_size - LAST_MOVE
    file = flipped(left, tmp_path / "data", (size - 1) * part // 19, part % 8)
    before = file.with_name("games.db-wal").read_bytes()
    for _ in range(2):
        with pytest.raises(DamagedJournal, match=r"damaged log games\.db-wal"):
            read(file)
        with pytest.raises(DamagedJournal, match="damaged log"):
            back_up(f"sqlite:///{file}", tmp_path / "copy.db")
    assert file.with_name("games.db-wal").read_bytes() == before


def test_what_can_be_read_of_it_is_restored_from_a_copy(left: Path, tmp_path: Path) -> None:
    size = (left / "games.db-wal").stat().st_size
    file = flipped(left, tmp_path / "data", size * 3 // 4, 3)
    shutil.copytree(tmp_path / "data", tmp_path / "copied")
    restored = restore(f"sqlite:///{file}", tmp_path / "copied" / "games.db", "replaced")
    assert restored.games == 1 and 0 < read(file) < MOVES
    assert (file.with_name("games.replaced.db-wal")).exists()


@pytest.mark.parametrize("lost", [1, 100, 3000, 4120, 5000])
def test_a_log_whose_last_write_was_torn_by_a_power_cut_is_no_damaged_one(
    left: Path, tmp_path: Path, lost: int
) -> None:
    shutil.copytree(left, tmp_path / "data")
    file = tmp_path / "data" / "games.db"
    log = file.with_name("games.db-wal").read_bytes()
    file.with_name("games.db-wal").write_bytes(log[:-lost] + bytes(lost if lost % 2 else 0))
    assert read(file) == MOVES - 1


def test_a_journal_that_another_program_writes_meanwhile_is_no_damaged_one(left: Path, tmp_path: Path) -> None:
    shutil.copytree(left, tmp_path / "data")
    file = tmp_path / "data" / "games.db"
    with Journal.open(f"sqlite:///{file}") as writer:
        for seq in range(MOVES + 1, MOVES + 40):
            writer.append(entry(seq))
            assert read(file) == seq
    with read_untouched(file) as content:
        assert content.execute("SELECT count(*) FROM entries").fetchone() == (MOVES + 39,)
