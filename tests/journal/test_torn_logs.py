"""Logs that lost moves, games whose end was lost, flipped bits and random corruptions: said to be damaged."""

import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.journal import DamagedJournal, Entry, Journal, JournalError, KeptGame
from companion.journal.copies.backups import back_up, restore
from companion.journal.store.connect import connect
from companion.journal.store.sqlite_copies import read_untouched
from companion.journal.store.tables import games
from tests.bench.figures import Measured
from tests.cases import each
from tests.figures import record
from tests.journal.corrupting import Sound, corrupted, output, sound, torn_journal
from tests.journal.disk import watched
from tests.journal.test_chain import journal
from tests.journal.test_journal import GAME, entry
from tests.postgres import change

__all__ = ["journal"]


def counted(store: str) -> dict[str, int]:
    database = connect(store)
    with database.reading() as connection:
        rows = connection.execute(games.select()).mappings().all()
    database.close()
    return {row["id"]: row["moves"] for row in rows}


def test_each_game_keeps_how_many_moves_it_has_through_all_that_is_done_with_it(journal: Journal, store: str) -> None:
    journal.create(replace(GAME, id="g2"))
    assert counted(store) == {"g1": 5, "g2": 0}
    journal.rename("g1", "Sunday")
    journal.append(entry(6))
    journal.put_back(journal.remove("g1"))
    assert counted(store) == {"g1": 6, "g2": 0}
    assert len(journal.entries("g1")) == 6


def test_a_deleted_last_move_is_missed_and_what_is_before_it_can_be_saved(journal: Journal, store: str) -> None:
    change(store, "DELETE FROM entries WHERE seq = 5")
    kept, error = journal.readable("g1")
    assert [one.seq for one in kept] == [1, 2, 3, 4]
    assert "game 'g1', move 5: missing; 5 moves were saved" in str(error) and "Export the moves before it" in str(error)


def test_no_move_is_put_where_one_was_lost(journal: Journal, store: str) -> None:
    change(store, "DELETE FROM entries WHERE seq = 5")
    for opened in (journal, Journal.open(store)):
        with pytest.raises(DamagedJournal, match="move 5: missing"):
            opened.append(entry(5, "another"))


def test_a_game_of_which_all_moves_were_deleted_is_no_new_game(journal: Journal, store: str) -> None:
    change(store, "DELETE FROM entries")
    with pytest.raises(DamagedJournal, match="move 1: missing; 5 moves were saved"):
        journal.entries("g1")


@pytest.mark.parametrize("expected", ["moves = 4", "moves = NULL", "last = NULL", f"last = '{'0' * 32}'", "moves = 6"])
def test_a_count_that_is_not_what_was_written_is_said(journal: Journal, store: str, expected: str) -> None:
    change(store, f"UPDATE games SET {expected}")
    assert journal.readable("g1")[1] is not None


def test_moves_without_how_their_game_began_are_said(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Journal.open(url) as journal:
        journal.create(GAME, [entry(1)])
        change(url, "PRAGMA foreign_keys=OFF", "DELETE FROM games")
        (found,) = journal.unreadable()
    assert found.id == "g1" and "the start of the game is missing" in str(found.error)


def test_a_game_that_is_copied_into_another_journal_keeps_its_count(journal: Journal, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    with Journal.open(url) as other:
        other.create(journal.game("g1"), journal.entries("g1"))
    assert counted(url) == {"g1": 5}


def test_a_move_hidden_by_a_damaged_index_is_missed_also_in_a_journal_that_counted_none(tmp_path: Path) -> None:
    file = Path(shutil.copy(Path(__file__).parent / "versions" / "tables-2-entries-2.db", tmp_path / "games.db"))
    with closing(sqlite3.connect(file)) as vandal:
        asked = "SELECT rootpage FROM sqlite_master WHERE name='sqlite_autoindex_entries_1'"
        (root,) = vandal.execute(asked).fetchone()
    content = bytearray(file.read_bytes())
    content[(root - 1) * 4096 + 4] -= 1  # one cell less on this page of the index
    file.write_bytes(content)
    with Journal.open(f"sqlite:///{file}") as journal:
        found = [journal.readable(game.id)[1] for game in journal.games()]
        assert any(error is not None and "missing;" in str(error) for error in found)
        with pytest.raises(DamagedJournal, match="damaged"):
            journal.create(GAME)


GAME_MOVES = tuple(entry(seq) for seq in (1, 2, 3))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short game's journal, as one file."""
    file = tmp_path_factory.mktemp("written") / "games.db"
    with Journal.open(f"sqlite:///{file}") as journal:
        journal.create(GAME, GAME_MOVES)
    assert [path.name for path in file.parent.iterdir()] == ["games.db"]
    return file.read_bytes()


def read_game(file: Path) -> tuple[tuple[KeptGame, ...], tuple[Entry, ...]]:
    """As doctor reads it: all that is there, and the database itself; raises what is wrong."""
    with Journal.open(f"sqlite:///{file}") as journal:
        journal.check()
        for damaged in journal.unreadable():
            raise damaged.error
        return journal.games(), journal.entries(GAME.id)


def noticed(written: bytes, place: int, folder: Path) -> bool:
    """Whether a bit that flipped in this byte is told of, in a line; where not, the game is the very same."""
    spoilt = bytearray(written)
    spoilt[place] ^= 1 << place * 5 % 8
    for left in folder.iterdir():
        left.unlink()
    file = folder / "games.db"
    file.write_bytes(spoilt)
    try:
        assert read_game(file) == ((GAME,), GAME_MOVES), f"byte {place} makes another game of it, and nothing is said"
    except JournalError as error:
        assert "\n" not in str(error)
        return True
    return False


def test_a_damaged_name_that_is_no_text_any_more_is_told_of(written: bytes, tmp_path: Path) -> None:
    """SQLite's own word about it cannot be read either."""
    spoilt = written.replace(b"tablegamesgames", b"table\xe5amesgames")
    spoilt = spoilt.replace(b"CREATE TABLE games", b"CREATE TABLX games")
    assert spoilt != written
    (tmp_path / "games.db").write_bytes(spoilt)
    with pytest.raises(JournalError, match="damaged"):
        read_game(tmp_path / "games.db")


@pytest.mark.parametrize("column", [b"base_seq", b"created"])
def test_a_journal_whose_table_has_lost_a_column_is_told_of(written: bytes, column: bytes, tmp_path: Path) -> None:
    """One damaged letter of its name, and SQLite knows no such column any more."""
    spoilt = written.replace(b"\t" + column, b"\t" + column[:-1] + b"x")
    assert spoilt != written
    (tmp_path / "games.db").write_bytes(spoilt)
    with pytest.raises(JournalError, match=f"has no column {column.decode()}"):
        read_game(tmp_path / "games.db")


@pytest.mark.prove("fuzz")
@pytest.mark.timeout(3000)
def test_every_byte_that_is_changed_in_a_journal_is_told_of_or_changes_nothing(written: bytes) -> None:
    with watched.in_memory() as folder:
        reported = sum(noticed(written, place, folder) for place in range(len(written)))
    print(f"of {len(written)} bytes {reported} told of, the others nothing of the game")
    assert reported > 1000


FILES = {"games.db": False, "games.db-wal": True}
"""What is corrupted, and whether the games stand in the log."""


@pytest.fixture(scope="module", params=FILES)
def before(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Sound]:
    return request.param, sound(tmp_path_factory.mktemp("sound"), FILES[request.param])


@pytest.mark.prove("corruptions")
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("hundred", range(3))
def test_of_six_hundred_corrupted_journals_none_is_silent(before: tuple[str, Sound], hundred: int) -> None:
    file, kept = before
    with watched.in_memory() as folder:
        counted = corrupted(kept, Path(folder), times=100, seed=hundred + 1, file=file)
    print(f"{file}, {hundred}: {dict(counted)}")
    assert counted["silent"] == 0, counted


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
def test_a_bit_that_flipped_before_the_last_move_is_said_the_log_kept(left: Path, tmp_path: Path, part: int) -> None:
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
def test_without_the_end_of_a_log_the_moves_before_it_are_read(left: Path, tmp_path: Path, lost: int) -> None:
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
def test_a_bit_that_flipped_in_the_last_move_is_reported_by_every_reader(left: Path, tmp_path: Path, part: int) -> None:
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
