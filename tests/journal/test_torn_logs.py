"""A log that was left beside the journal and lost moves is said to be damaged: SQLite reads on without a word."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.journal import DamagedJournal, Journal
from companion.journal.copies.backups import back_up, restore
from companion.journal.store.sqlite_copies import read_untouched
from tests.bench.figures import Measured
from tests.cases import each
from tests.figures import record
from tests.journal.corrupting import output, torn_journal
from tests.journal.disk import watched
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
    moves, doubts = read_with_doubts(file)
    assert doubts == []
    return moves


def read_with_doubts(file: Path) -> tuple[int, list[str]]:
    """How many moves are there, and what is said about the last one."""
    doubts: list[CompanionError] = []
    with Journal.open(f"sqlite:///{file}", report=doubts.append) as journal:
        assert doubts == ([] if journal.doubt is None else [journal.doubt])
        return len(journal.entries("g1")), list(map(str, doubts))


def test_a_log_without_damage_is_read_whole(left: Path, tmp_path: Path) -> None:
    shutil.copytree(left, tmp_path / "data")
    assert read(tmp_path / "data" / "games.db") == MOVES


LAST_MOVE = 8 * (4096 + 24)
"""Bytes at a log's end that hold its last transaction. Damage in it looks as what a power cut leaves."""
DOUBT = (
    "games.db: the last entry in the log games.db-wal was damaged or not fully written."
    " Compare the last move with the table."
)


@each("part", range(20))
def test_a_bit_that_flipped_in_the_log_before_its_last_move_is_said_and_the_log_is_kept(
    left: Path, tmp_path: Path, part: int
) -> None:
    size = (left / "games.db-wal").stat().st_size - LAST_MOVE
    file = flipped(left, tmp_path / str(part), (size - 1) * part // 19, part % 8)
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


@each("lost", [1, 100, 3000, 4120, 5000])
def test_without_the_end_of_a_log_that_was_never_written_the_moves_before_it_are_read(
    left: Path, tmp_path: Path, lost: int
) -> None:
    shutil.copytree(left, tmp_path / str(lost))
    file = tmp_path / str(lost) / "games.db"
    log = file.with_name("games.db-wal").read_bytes()
    file.with_name("games.db-wal").write_bytes(log[:-lost])
    assert read(file) == MOVES - 1


@each("lost", [1, 100, 3001, 4121])
def test_a_last_move_that_a_power_cut_tore_is_left_out_and_reported_once(left: Path, tmp_path: Path, lost: int) -> None:
    shutil.copytree(left, tmp_path / str(lost))
    file = tmp_path / str(lost) / "games.db"
    log = file.with_name("games.db-wal").read_bytes()
    file.with_name("games.db-wal").write_bytes(log[:-lost] + bytes(lost))
    moves, doubts = read_with_doubts(file)
    assert moves == MOVES - 1 and len(doubts) == 1 and doubts[0].endswith(DOUBT)
    assert read(file) == MOVES - 1


@each("part", range(10))
def test_a_bit_that_flipped_in_the_last_move_of_the_log_is_reported_by_whatever_reads_it(
    left: Path, tmp_path: Path, part: int
) -> None:
    folder, size = tmp_path / str(part), (left / "games.db-wal").stat().st_size
    file = flipped(left, folder, size - 1 - 3 * 4120 * part // 9, part % 8)
    again, errors = folder / "again.db", list[CompanionError]()
    for log in ("", "-wal"):
        shutil.copyfile(f"{file}{log}", f"{again}{log}")
    restore(f"sqlite:///{folder / 'to.db'}", file, "replaced", errors.append)
    back_up(f"sqlite:///{file}", folder / "copy.db", report=errors.append)
    _, doubts = read_with_doubts(again)
    assert [DOUBT in f"{one}" for one in (*errors, doubts[0].replace("again.db", "games.db"))] == [True] * 3


@each("command, status", [("games", 0), ("doctor", 1), ("show friday", 0)])
def test_the_terminal_says_that_the_last_move_may_be_lost(command: str, status: int, tmp_path: Path) -> None:
    errors = StringIO()
    found, printed = output(*command.split(), data=torn_journal(tmp_path / command), errors=errors)
    assert found == status
    assert "was damaged or not fully written" in " ".join(f"{printed}{errors.getvalue()}".split())


SALT = 8
"""Where a frame's salts begin."""


@each("byte", range(SALT, SALT + 8))
def test_a_bit_that_flipped_in_a_salt_is_reported(left: Path, tmp_path: Path, byte: int) -> None:
    size = (left / "games.db-wal").stat().st_size
    _, doubts = read_with_doubts(flipped(left, tmp_path / str(byte), size - (4096 + 24) + byte, 5))
    assert len(doubts) == 1


@pytest.mark.prove("corruptions")
def test_of_three_hundred_bits_flipped_in_a_log_none_loses_a_move_silently(left: Path) -> None:
    chance, counted = random.Random(66), Counter[str]()
    size = (left / "games.db-wal").stat().st_size
    with watched.in_memory() as folder:
        for number in range(300):
            file = flipped(left, folder / str(number), chance.randrange(size), chance.randrange(8))
            try:
                moves, doubts = read_with_doubts(file)
            except DamagedJournal:
                counted["refused"] += 1
            else:
                counted["said" if doubts else "same" if moves == MOVES else "silent"] += 1
    print(dict(counted))
    record({"bits-journal-log": Measured(counted["silent"], 300)})
    assert counted["silent"] == 0 and counted["said"] > 0, counted


def test_a_journal_that_another_program_writes_meanwhile_is_no_damaged_one(left: Path, tmp_path: Path) -> None:
    shutil.copytree(left, tmp_path / "data")
    file = tmp_path / "data" / "games.db"
    with Journal.open(f"sqlite:///{file}") as writer:
        for seq in range(MOVES + 1, MOVES + 40):
            writer.append(entry(seq))
            assert read(file) == seq
    with read_untouched(file) as content:
        assert content.execute("SELECT count(*) FROM entries").fetchone() == (MOVES + 39,)
