"""Journals where nothing can be written, and files that define more than the companion's tables."""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from companion.journal.copies.backups import back_up, restore
from companion.journal.copies.transfer import Outbox
from companion.journal.entries import ForeignSchema, UnwritableJournal
from tests.journal.test_journal import GAME, entry
from tests.test_files import room_for
from tests.unwritable import as_anybody, read_only

VERSIONS = Path(__file__).parent / "versions"
SLOW = "(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c WHERE x < 20000000) SELECT count(*) FROM c)"

ADDED = {
    "a move is deleted": "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries WHERE seq=NEW.seq; END",
    "a move is rewritten": "CREATE TRIGGER t AFTER INSERT ON entries BEGIN UPDATE entries SET seat = 1; END",
    "a game is deleted": "CREATE TRIGGER t AFTER UPDATE ON games BEGIN DELETE FROM games WHERE id <> NEW.id; END",
    "a roll never returns": f"CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM journal WHERE {SLOW} = 0; END",
    "a view": "CREATE VIEW v AS SELECT * FROM entries",
    "a view that counts for long": f"CREATE VIEW v AS SELECT {SLOW} AS n",
    "an index": "CREATE INDEX i ON entries (at)",
    "an index that leaves moves out": "CREATE INDEX i ON entries (game, seq) WHERE seq < 3",
    "an index over a function": "CREATE INDEX i ON entries (upper(source))",
}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of two games, which nobody has open."""
    file = tmp_path / "data" / "games.db"
    file.parent.mkdir()
    with Journal.open(f"sqlite:///{file}") as opened:
        opened.create(GAME, [entry(seq) for seq in (1, 2, 3)])
        opened.create(replace(GAME, id="g2", name="Saturday"))
    return file


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as stranger, stranger:
        for statement in statements:
            stranger.execute(statement)


def defined(file: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as database_file:
        return set(database_file.execute("SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL").fetchall())


def goes_on(file: Path) -> None:
    """A roll that is confirmed stays, and so does the other game."""
    with Journal.open(f"sqlite:///{file}") as opened:
        opened.append(entry(4))
    with Journal.open(f"sqlite:///{file}") as opened:
        assert [one.seq for one in opened.entries("g1")] == [1, 2, 3, 4]
        assert {game.id for game in opened.games()} == {"g1", "g2"}


@pytest.mark.parametrize("what", ADDED)
def test_a_folder_whose_journal_defines_something_else_is_refused_and_not_touched(journal: Path, what: str) -> None:
    change(journal, ADDED[what])
    before = journal.read_bytes()
    with pytest.raises(ForeignSchema, match="unexpected content"):
        Journal.open(f"sqlite:///{journal}")
    with pytest.raises(ForeignSchema):
        back_up(f"sqlite:///{journal}", journal.with_name("copy.db"))
    assert journal.read_bytes() == before and not journal.with_name("copy.db").exists()


@pytest.mark.parametrize("what", ADDED)
def test_only_the_games_of_a_backup_are_restored_nothing_else(journal: Path, what: str, tmp_path: Path) -> None:
    backup, sound = tmp_path / "stick.db", defined(journal)
    back_up(f"sqlite:///{journal}", backup)
    change(backup, ADDED[what])
    restored = restore(f"sqlite:///{journal}", backup, "replaced")
    assert restored.games == 2 and len(restored.left_out) == 1
    assert defined(journal) == sound
    goes_on(journal)


def rebuilt(file: Path, table: str, more: str, values: str = "*") -> None:
    """Gives a table another definition, its rows as they were."""
    with closing(sqlite3.connect(file)) as stranger, stranger:
        (sql,) = stranger.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        stranger.execute(f"CREATE TABLE kept AS SELECT {values} FROM {table}")
        stranger.execute(f"DROP TABLE {table}")
        stranger.execute(sql.replace("PRIMARY KEY", f"{more}, \n\tPRIMARY KEY", 1))
        names = ", ".join(row[1] for row in stranger.execute("PRAGMA table_info(kept)"))
        stranger.execute("PRAGMA ignore_check_constraints=ON")
        stranger.execute(f"INSERT INTO {table} ({names}) SELECT * FROM kept")
        stranger.execute("DROP TABLE kept")


@pytest.mark.parametrize(
    ("table", "more"),
    [
        ("entries", "CONSTRAINT slow CHECK (length(replace(hex(zeroblob(90000000)), '0', 'ab')) > seq)"),
        ("games", "CHECK (name <> 'Sunday')"),
        ("entries", "more TEXT DEFAULT 'x'"),
    ],
)
def test_of_a_table_with_more_only_the_rows_are_restored(journal: Path, table: str, more: str, tmp_path: Path) -> None:
    backup, sound = tmp_path / "stick.db", defined(journal)
    back_up(f"sqlite:///{journal}", backup)
    rebuilt(backup, table, more)
    begun = time.monotonic()
    restore(f"sqlite:///{journal}", backup, "replaced")
    assert time.monotonic() - begun < 3
    assert defined(journal) == sound
    goes_on(journal)


def view_for_entries(backup: Path) -> None:
    change(backup, "ALTER TABLE entries RENAME TO club_names", "CREATE VIEW entries AS SELECT * FROM club_names")


def virtual_games(backup: Path) -> None:
    change(backup, "DROP TABLE entries", "CREATE VIRTUAL TABLE entries USING fts5(game, seq, id, base_seq, at, seat)")


def computed_moves(backup: Path) -> None:
    columns = "game TEXT, seq INT, id TEXT, base_seq INT, at TEXT, seat INT, source TEXT, format INT, chain TEXT"
    change(
        backup,
        "DROP TABLE entries",
        f"CREATE TABLE entries ({columns}, move TEXT GENERATED ALWAYS AS (upper(source)) VIRTUAL)",
    )


@pytest.mark.parametrize("made", [view_for_entries, virtual_games, computed_moves])
def test_a_table_without_own_rows_is_no_backup(journal: Path, made: Callable[[Path], None], tmp_path: Path) -> None:
    backup = tmp_path / "stick.db"
    back_up(f"sqlite:///{journal}", backup)
    made(backup)
    before = journal.read_bytes()
    with pytest.raises(JournalError, match=r"stick\.db"):
        restore(f"sqlite:///{journal}", backup, "replaced")
    with pytest.raises(JournalError), Journal.open(f"sqlite:///{backup}") as opened:
        opened.entries("g1")
    assert journal.read_bytes() == before


@pytest.mark.parametrize("version", sorted(path.name for path in VERSIONS.glob("*.db")))
def test_a_journal_of_an_earlier_version_is_not_foreign_before_or_after_update(version: str, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_bytes((VERSIONS / version).read_bytes())
    for _ in range(2):
        with Journal.open(f"sqlite:///{file}") as opened:
            opened.append(entry(len(opened.entries("friday")) + 1, game="friday", move={"type": "undo"}))
        restore(f"sqlite:///{file}", VERSIONS / version, "replaced")
        with Journal.open(f"sqlite:///{file}") as opened:
            assert len(opened.entries("friday")) == 16


def test_a_journal_that_somebody_let_sqlite_analyse_or_vacuum_is_the_companions_still(journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as stranger:
        stranger.execute("ANALYZE")
        stranger.execute("VACUUM")
    goes_on(journal)


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "waiting.db"
    outbox = Outbox(file)
    outbox.put(entry(1), None)
    outbox.close()
    yield file


def test_moves_that_wait_for_a_server_are_not_given_to_a_strangers_trigger(waiting: Path) -> None:
    change(waiting, "CREATE TRIGGER t AFTER INSERT ON waiting BEGIN DELETE FROM waiting; END")
    outbox = Outbox(waiting)
    with pytest.raises(ForeignSchema, match="trigger t"):
        outbox.put(entry(2), None)
    outbox.close()


@pytest.mark.parametrize("name", ["trig_delete.db", "loop.db"])
def test_the_reported_backups_are_restored_without_their_triggers(name: str, shared: Path, journal: Path) -> None:
    crafted = shared / "reports" / "backups" / name
    if not crafted.is_file():
        pytest.skip("no crafted backups here")
    sound = defined(journal)
    with pytest.raises(ForeignSchema, match="trigger t"):
        Journal.open(f"sqlite:///{crafted}")
    restored = restore(f"sqlite:///{journal}", crafted, "replaced")
    assert restored.games == 2 and [str(one) for one in restored.left_out] == ["trigger t"]
    assert defined(journal) == sound
    with Journal.open(f"sqlite:///{journal}") as opened:
        for game in opened.games():
            moves = len(opened.entries(game.id))
            opened.append(entry(moves + 1, game=game.id, move={"type": "undo"}))
            assert len(opened.entries(game.id)) == moves + 1


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
def unwritable_data(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    with Journal.open(f"sqlite:///{folder / 'games.db'}") as journal:
        journal.create(GAME, [entry(seq) for seq in (1, 2, 3)])
    request.param(folder)
    return folder


@pytest.mark.parametrize("disk", DISKS)
def test_games_are_read_where_nothing_can_be_written(
    unwritable_data: Path, disk: Callable[[Path], AbstractContextManager[None]], request: pytest.FixtureRequest
) -> None:
    last = 3 if "closed" in request.node.name else 4
    with disk(unwritable_data), Journal.open(f"sqlite:///{unwritable_data / 'games.db'}") as journal:
        assert journal.games() == (GAME,)
        assert [kept.seq for kept in journal.entries("g1")] == list(range(1, last + 1))
        assert journal.holds("e3") and not journal.holds("e9")
        with pytest.raises(UnwritableJournal, match=r"games.db: cannot .* Free some space, make it writable"):
            journal.append(entry(last + 1))


@pytest.mark.parametrize("disk", DISKS)
def test_a_write_is_done_once_possible(
    unwritable_data: Path, disk: Callable[[Path], AbstractContextManager[None]]
) -> None:
    with disk(unwritable_data):
        journal = Journal.open(f"sqlite:///{unwritable_data / 'games.db'}")
        last = len(journal.entries("g1"))
        with pytest.raises(UnwritableJournal):
            journal.append(entry(last + 1))
    with journal:
        journal.append(entry(last + 1))
        assert [kept.seq for kept in journal.entries("g1")] == list(range(1, last + 2))


def test_games_are_read_on_by_a_companion_whose_disk_is_full_meanwhile(unwritable_data: Path) -> None:
    with Journal.open(f"sqlite:///{unwritable_data / 'games.db'}") as journal:
        last = len(journal.entries("g1"))
        with room_for(0):
            with pytest.raises(UnwritableJournal):
                journal.append(entry(last + 1))
            assert len(journal.entries("g1")) == last
        journal.append(entry(last + 1))


def test_a_read_only_folder_is_named_as_the_reason(unwritable_data: Path) -> None:
    url, reason = f"sqlite:///{unwritable_data / 'games.db'}", "the file or its folder is read-only"
    with read_only(unwritable_data), Journal.open(url) as journal, pytest.raises(UnwritableJournal, match=reason):
        journal.append(entry(5))


def test_games_are_backed_up_from_a_read_only_folder(unwritable_data: Path, tmp_path: Path) -> None:
    with read_only(unwritable_data):
        assert back_up(f"sqlite:///{unwritable_data / 'games.db'}", tmp_path / "saved.db") == 1


def test_a_read_only_folder_without_a_journal_says_that_none_can_be_made(tmp_path: Path) -> None:
    with read_only(tmp_path), pytest.raises(UnwritableJournal, match="Permission denied"):
        Journal.open(f"sqlite:///{tmp_path / 'games.db'}")


def test_a_folder_that_may_not_be_looked_into_says_so(unwritable_data: Path) -> None:
    mode = unwritable_data.stat().st_mode
    unwritable_data.chmod(0)
    try:
        with as_anybody():
            for use in (Journal.open, lambda url: back_up(url, unwritable_data.with_name("saved.db"))):
                with pytest.raises(UnwritableJournal, match=r"games.db: cannot open or write \(Permission denied\)"):
                    use(f"sqlite:///{unwritable_data / 'games.db'}")
    finally:
        unwritable_data.chmod(mode)
