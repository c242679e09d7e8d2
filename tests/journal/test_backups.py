"""Backups: every game whole, and whole again when it comes back or not at all; also while somebody writes."""

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.files import UnwritableFile
from companion.journal import DamagedJournal, Journal, JournalError
from companion.journal.copies.backups import back_up, restore
from companion.journal.entries import LockedJournal, NewerJournal, NoJournal
from companion.journal.store import sqlite_copies
from tests.journal.test_journal import GAME, entry
from tests.test_files import room_for
from tests.unwritable import as_anybody


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


OTHER = replace(GAME, id="g2", name="Saturday")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def url(data: Path) -> str:
    """A journal with a game of three entries, which nobody has open."""
    url = f"sqlite:///{data / 'games.db'}"
    with Journal.open(url) as journal:
        journal.create(GAME, [entry(seq) for seq in (1, 2, 3)])
    return url


@pytest.fixture
def backup(url: str, tmp_path: Path) -> Path:
    """Its backup, made before another game was begun."""
    target = tmp_path / "friday.db"
    back_up(url, target)
    with Journal.open(url) as journal:
        journal.create(OTHER)
    return target


def kept(file: Path) -> dict[str, int]:
    """How many entries each game has."""
    with Journal.open(f"sqlite:///{file}") as journal:
        return {game.name: len(journal.entries(game.id)) for game in journal.games()}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


def test_a_backup_made_while_a_game_goes_on_holds_what_stands_only_in_the_log(url: str, tmp_path: Path) -> None:
    with Journal.open(url) as journal:
        journal.append(entry(4))
        assert back_up(url, tmp_path / "friday.db") == 1
        assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["friday.db"], "one file by itself"
    assert kept(tmp_path / "friday.db") == {"Friday": 4}


def test_without_room_for_a_backup_the_earlier_one_stays(url: str, backup: Path) -> None:
    before = backup.read_bytes()
    with room_for(2000), pytest.raises(UnwritableFile, match=r"friday.db: cannot write .* Choose another file"):
        back_up(url, backup)
    assert backup.read_bytes() == before
    assert [path.name for path in backup.parent.iterdir() if path.is_file()] == ["friday.db"]


def test_a_damaged_journal_does_not_replace_its_backup(url: str, backup: Path, data: Path) -> None:
    before = backup.read_bytes()
    damage(data)
    with pytest.raises(DamagedJournal, match="companion restore"):
        back_up(url, backup)
    assert backup.read_bytes() == before


def test_where_no_game_was_kept_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(NoJournal, match="no game has been saved yet"):
        back_up(f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "friday.db")
    assert not list(tmp_path.iterdir())


def test_a_restored_backup_is_what_was_kept_and_later_games_stay_beside(url: str, backup: Path, data: Path) -> None:
    restored = restore(url, backup, "replaced")
    assert (restored.games, restored.kept) == (1, data / "games.replaced.db")
    assert kept(data / "games.db") == {"Friday": 3}
    assert kept(data / "games.replaced.db") == {"Friday": 3, "Saturday": 0}
    with Journal.open(url) as journal:
        journal.append(entry(4))
    assert kept(data / "games.db") == {"Friday": 4}
    assert restore(url, backup, "replaced").kept == data / "games.replaced-2.db"


def test_a_backup_is_restored_where_nothing_is_kept(backup: Path, tmp_path: Path) -> None:
    assert restore(f"sqlite:///{tmp_path / 'games.db'}", backup, "replaced").kept is None
    assert kept(tmp_path / "games.db") == {"Friday": 3}


def stale_log(data: Path, games: int) -> None:
    """Leaves a log beside the journal that is another's: as where somebody copied games.db alone."""
    elsewhere = data.parent / "elsewhere"
    elsewhere.mkdir()
    with Journal.open(f"sqlite:///{elsewhere / 'games.db'}") as journal:
        for number in range(games):
            journal.create(replace(GAME, id=f"other {number}"))
        for log in ("games.db-wal", "games.db-shm"):
            shutil.copyfile(elsewhere / log, data / log)


def damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096 : 3 * 4096] = b"\x55" * 2 * 4096
    file.write_bytes(content)


def damage(data: Path) -> None:
    damaged(data / "games.db")


def nonsense(data: Path) -> None:
    (data / "games.db").write_bytes(b"\x55" * 9000)


def gone(data: Path) -> None:
    (data / "games.db").unlink()


@pytest.mark.parametrize("state", [lambda _: None, damage, nonsense, gone])
@pytest.mark.parametrize("games", [0, 30])
def test_a_log_that_was_left_behind_does_not_mix_with_what_is_restored(
    url: str, backup: Path, data: Path, state: Callable[[Path], None], games: int
) -> None:
    state(data)
    stale_log(data, games)
    before = contents(data)
    assert restore(url, backup, "replaced").kept == data / "games.replaced.db"
    after = contents(data)
    assert {name.replace(".replaced", ""): after[name] for name in after if "replaced" in name} == before
    assert set(after) == {"games.db", *(name.replace("games", "games.replaced") for name in before)}
    assert kept(data / "games.db") == {"Friday": 3}


def test_a_journal_copied_together_with_its_log_is_restored_whole(url: str, backup: Path, tmp_path: Path) -> None:
    copied = tmp_path / "copied"
    with Journal.open(url) as journal:
        journal.append(entry(4))
        shutil.copytree(tmp_path / "data", copied)
    before = contents(copied)
    restore(url, copied / "games.db", "replaced")
    assert kept(tmp_path / "data" / "games.db") == {"Friday": 4, "Saturday": 0}
    assert contents(copied) == before


def test_a_log_whose_journal_was_moved_away_is_not_thrown_away(url: str, data: Path) -> None:
    stale_log(data, games=1)
    gone(data)
    before = contents(data)
    with pytest.raises(DamagedJournal, match=r"its log exists: games\.db-wal\. Move it back"):
        Journal.open(url)
    assert contents(data) == before


def no_database(backup: Path) -> None:
    backup.write_text("a shopping list, long enough to fill the header of any database file\n" * 50)


def another_programs(backup: Path) -> None:
    backup.unlink()
    with sqlite3.connect(backup) as theirs:
        theirs.execute("CREATE TABLE recipes (name TEXT)")


def empty(backup: Path) -> None:
    backup.write_bytes(b"")


def newer(backup: Path) -> None:
    with sqlite3.connect(backup) as later:
        later.execute("UPDATE journal SET format = 99")


@pytest.mark.parametrize(
    ("spoil", "error", "expected"),
    [
        (no_database, NoJournal, "not a database. Choose a file written by `companion backup`"),
        (another_programs, NoJournal, "database of another program. Choose a file"),
        (empty, NoJournal, "contains no saved games. Choose a file"),
        (Path.unlink, NoJournal, "not a file. Choose a file"),
        (newer, NewerJournal, "written by a newer version"),
        (damaged, DamagedJournal, "damaged"),
    ],
)
def test_what_is_no_backup_is_refused_and_the_journal_stays(
    url: str, backup: Path, data: Path, spoil: Callable[[Path], None], error: type[JournalError], expected: str
) -> None:
    spoil(backup)
    before = contents(data)
    with pytest.raises(error) as refused:
        restore(url, backup, "replaced")
    assert str(refused.value).startswith(str(backup)) and expected in str(refused.value)
    assert contents(data) == before


def test_a_backup_that_may_not_be_read_says_so(url: str, backup: Path, data: Path) -> None:
    before = contents(data)
    with as_anybody():
        for locked in (backup, backup.parent):
            mode = locked.stat().st_mode
            locked.chmod(0)
            try:
                with pytest.raises(NoJournal, match=r"friday.db: cannot read \(Permission denied\)\. Choose a file"):
                    restore(url, backup, "replaced")
            finally:
                locked.chmod(mode)
    assert contents(data) == before


def test_the_journal_is_no_backup_of_itself(url: str, data: Path) -> None:
    (data / "link.db").symlink_to("games.db")
    with pytest.raises(NoJournal, match="this is the current database of games"):
        restore(url, data / "link.db", "replaced")


@pytest.mark.parametrize("doing", ["PRAGMA schema_version", "BEGIN IMMEDIATE"])
def test_nothing_is_restored_while_another_program_has_the_journal_open(
    url: str, backup: Path, data: Path, doing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.copies.backups.PATIENCE", 0.05)
    other = sqlite3.connect(data / "games.db", isolation_level=None)
    other.execute(doing)
    before = contents(data)
    with pytest.raises(LockedJournal, match=r"in use by another program\. Close that program"):
        restore(url, backup, "replaced")
    assert contents(data) == before
    other.close()
    restore(url, backup, "replaced")
    assert kept(data / "games.db") == {"Friday": 3}


def test_without_room_for_what_is_restored_the_journal_stays(url: str, backup: Path, data: Path) -> None:
    with Journal.open(url) as journal:
        journal.create(replace(GAME, id="g3"), [entry(seq, game="g3") for seq in range(1, 400)])
    larger = backup.with_name("larger.db")
    back_up(url, larger)
    restore(url, backup, "replaced")
    (data / "games.replaced.db").unlink()
    before = contents(data)
    with room_for(len(before["games.db"]) + 4096), pytest.raises(CompanionError, match="Free some space"):
        restore(url, larger, "replaced")
    assert kept(data / "games.db") == {"Friday": 3}
    assert set(contents(data)) == {"games.db"}
