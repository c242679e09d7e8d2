"""A byte of the journal that a disk gives back changed is noticed, or changes nothing of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Entry, Journal, JournalError, KeptGame
from tests.journal.disk import watched
from tests.journal.test_journal import GAME, entry

MOVES = tuple(entry(seq) for seq in (1, 2, 3))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short game's journal, as one file."""
    file = tmp_path_factory.mktemp("written") / "games.db"
    with Journal.open(f"sqlite:///{file}") as journal:
        journal.create(GAME, MOVES)
    assert [path.name for path in file.parent.iterdir()] == ["games.db"]
    return file.read_bytes()


def read(file: Path) -> tuple[tuple[KeptGame, ...], tuple[Entry, ...]]:
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
        assert read(file) == ((GAME,), MOVES), f"byte {place} makes another game of it, and nothing is said"
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
        read(tmp_path / "games.db")


@pytest.mark.parametrize("column", [b"base_seq", b"created"])
def test_a_journal_whose_table_has_lost_a_column_is_told_of(written: bytes, column: bytes, tmp_path: Path) -> None:
    """One damaged letter of its name, and SQLite knows no such column any more."""
    spoilt = written.replace(b"\t" + column, b"\t" + column[:-1] + b"x")
    assert spoilt != written
    (tmp_path / "games.db").write_bytes(spoilt)
    with pytest.raises(JournalError, match=f"has no column {column.decode()}"):
        read(tmp_path / "games.db")


@pytest.mark.prove("fuzz")
@pytest.mark.timeout(3000)
def test_every_byte_that_is_changed_in_a_journal_is_told_of_or_changes_nothing(written: bytes) -> None:
    with watched.in_memory() as folder:
        reported = sum(noticed(written, place, folder) for place in range(len(written)))
    print(f"of {len(written)} bytes {reported} told of, the others nothing of the game")
    assert reported > 1000
