"""A journal on a server of PostgreSQL's: what is its own beside what any journal does."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.journal import Journal, UnreachableJournal
from companion.journal.errors import LockedJournal, StaleEntry, UnwritableJournal
from companion.journal.store.aliases_and_seasons import KeptSeason, OtherName
from companion.journal.store.connect import connect
from companion.journal.store.server import serving
from tests.cli.printed import Say, faults
from tests.journal.test_journal import GAME, entry
from tests.postgres import Postgres, change

RECORD = str(Path(__file__).parents[1] / "records" / "two-players.json")


def test_a_move_is_on_the_servers_disk_before_append_returns(server: Postgres) -> None:
    with connect(server.schema()).writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"


def test_a_server_that_is_not_there_is_said_without_its_password() -> None:
    with pytest.raises(UnreachableJournal) as expected:
        Journal.open("postgresql://ann:secret@127.0.0.1:9/club")
    assert "127.0.0.1:9/club: cannot connect" in str(expected.value) and "secret" not in str(expected.value)


def test_a_server_that_comes_back_goes_on_where_it_was(server: Postgres) -> None:
    with Journal.open(server.schema()) as journal:
        journal.create(GAME, [entry(1)])
        server.stop()
        with pytest.raises(UnreachableJournal, match="saved games are safe"):
            journal.append(entry(2))
        server.start()
        assert journal.append(entry(2)) == entry(2)
        assert [one.seq for one in journal.entries("g1")] == [1, 2]


def test_a_game_that_somebody_holds_is_waited_for_and_then_said(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.store.postgres._DURABLE", "SET lock_timeout = '50ms'")
    url = server.schema()
    with Journal.open(url) as journal:
        journal.create(GAME)
        journal.create(replace(GAME, id="g2"))
        database = connect(url)
        with database.writing() as holder:
            database.take(holder, "g1")
            with pytest.raises(LockedJournal, match="another program is writing"):
                journal.append(entry(1))
            journal.append(entry(1, game="g2"))
            assert journal.entries("g1") == ()
        journal.append(entry(1))


def test_a_touch_asks_the_server_three_things(server: Postgres) -> None:
    """What is new, to hold the game, and to keep the move: each is a way there and back."""
    asked: list[str] = []
    with Journal.open(server.schema()) as journal:
        journal.create(GAME, [entry(1)])
        journal.append(entry(2))
        engine = journal._database._engine
        sa.event.listen(engine, "before_cursor_execute", lambda _c, _u, expected, *_: asked.append(expected.split()[0]))
        assert journal.entries("g1", after=2) == ()
        journal.append(entry(3))
        assert asked == ["SELECT", "SELECT", "WITH"], "the move and the count of them in one"


def test_a_move_follows_also_where_another_program_named_the_game_or_moved_meanwhile(server: Postgres) -> None:
    url = server.schema()
    with Journal.open(url) as one, Journal.open(url) as other:
        one.create(GAME)
        one.append(entry(1))
        other.rename("g1", "Saturday")
        one.append(entry(2))
        other.append(entry(3))
        with pytest.raises(StaleEntry):
            one.append(entry(3, "late"))
        other.rename("g1", "Sunday")
        assert [kept.seq for kept in one.entries("g1", after=2)] == [3]
        one.append(entry(4))
        assert [kept.seq for kept in other.entries("g1")] == [1, 2, 3, 4]


@contextmanager
def renaming(journal: Journal, times: int) -> Iterator[threading.Thread]:
    """A thread that gives the game other names meanwhile."""

    def rename() -> None:
        for n in range(times):
            journal.rename("g1", f"Friday {n}")

    thread = threading.Thread(target=rename)
    thread.start()
    yield thread
    thread.join()


def test_a_name_given_while_a_move_is_made_leaves_the_chain_whole(server: Postgres) -> None:
    url = server.schema()
    with Journal.open(url) as one, Journal.open(url) as other:
        one.create(GAME)
        seq = 0
        with renaming(other, 20) as thread:
            while thread.is_alive() or not seq:
                with suppress(StaleEntry):
                    one.append(entry(seq + 1))
                    seq += 1
        assert [kept.seq for kept in one.entries("g1")] == list(range(1, seq + 1))


def test_a_game_that_gets_another_name_meanwhile_is_no_damaged_one_to_a_reader(server: Postgres) -> None:
    url = server.schema()
    with Journal.open(url) as one, Journal.open(url) as other:
        one.create(GAME, [entry(seq + 1) for seq in range(5)])
        with renaming(other, 40) as thread:
            while thread.is_alive():
                assert [kept.seq for kept in one.entries("g1")] == [1, 2, 3, 4, 5]


def test_a_role_that_owns_no_table_keeps_games_and_no_other_does(server: Postgres, say: Say) -> None:
    url = server.database()
    name = url.rpartition("/")[2]
    server.tell(name, "CREATE ROLE tablet LOGIN", "CREATE ROLE stranger LOGIN")
    change(url, say("club", "tables", "tablet")[1])
    with Journal.open(server.url(name, user="tablet")) as journal:
        journal.create(GAME, [entry(1)])
        journal.append(entry(2))
        journal.rename("g1", "Saturday")
        journal.put_back(journal.remove("g1"))
        journal.book.put_name(OtherName("annie", "Annie", "Ann"))
        assert [one.name for one in journal.book.names()] == ["Ann"]
    owner, tablet = serving(server.url(name)), serving(server.url(name, user="tablet"))
    assert owner is not None and tablet is not None and (owner.owns, tablet.owns) == (True, False)
    with pytest.raises(UnwritableJournal, match="permission denied"):
        Journal.open(server.url(name, user="stranger"))
    for changed in (
        "DROP TABLE entries",
        "ALTER TABLE games ADD COLUMN more TEXT",
        "TRUNCATE entries",
        "CREATE TABLE a ()",
    ):
        with pytest.raises(sa.exc.ProgrammingError, match=r"must be owner|permission denied"):
            change(server.url(name, user="tablet"), changed)


def test_commands_keep_their_games_on_the_server_that_the_environment_names(
    server: Postgres, say: Say, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", server.schema())
    assert say("import", RECORD)[0] == 0
    assert "magnate" in say("games")[1]
    assert "not a file" in say("backup")[2]
    assert not (data / "games.db").exists() and not (data / "backups").exists()


def test_games_go_from_a_tablet_to_the_club_and_back_and_only_once(
    server: Postgres, say: Say, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert say("import", RECORD)[0] == 0
    own = Journal.open(f"sqlite:///{data / 'games.db'}")
    (game,) = own.games()
    moves = len(own.entries(game.id))
    assert "COMPANION_DATABASE_URL: does not name a database server" in say("transfer", str(data / "games.db"))[2]
    monkeypatch.setenv("COMPANION_DATABASE_URL", url := server.schema())
    own.book.put_name(OtherName("annie", "Annie", "Ann"))
    own.book.put_season(KeptSeason("autumn", "Autumn", date(2026, 9, 1), None))
    status, out, _ = say("transfer", str(data / "games.db"), "--json")
    first = json.loads(out)
    assert status == 0 and faults("transfer", first) == []
    assert [first[one] for one in ("games", "moves", "names", "seasons", "left")] == [1, moves, 1, 1, []]
    assert say("transfer", str(data / "games.db"))[:2] == (0, "Copied 0 new games. New moves: 0.\n")
    with Journal.open(url) as club:
        club.append(entry(moves + 1, game=game.id, move={"type": "undo"}))
    assert say("transfer", str(data / "games.db"), "--back")[1].endswith("New moves: 1.\n")
    assert say("transfer", str(tmp_path / "mine.db"), "--back")[1] == f"Copied 1 new game. New moves: {moves + 1}.\n"
    with Journal.open(url) as club, Journal.open(f"sqlite:///{tmp_path / 'mine.db'}") as copy:
        assert club.book.names() == copy.book.names() == own.book.names()
        assert club.book.seasons() == copy.book.seasons() == own.book.seasons()
        assert club.games() == copy.games() and club.entries(game.id) == copy.entries(game.id) == own.entries(game.id)


def test_a_game_that_went_on_otherwise_in_the_club_stays_as_it_is_in_both(
    server: Postgres, say: Say, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert say("import", RECORD)[0] == 0
    monkeypatch.setenv("COMPANION_DATABASE_URL", url := server.schema())
    assert say("transfer", str(data / "games.db"))[0] == 0
    with Journal.open(url) as club, Journal.open(f"sqlite:///{data / 'games.db'}") as own:
        (game,) = own.games()
        last = len(own.entries(game.id))
        own.append(entry(last + 1, "mine", game=game.id, move={"type": "undo"}))
        club.append(entry(last + 1, "theirs", game=game.id, move={"type": "undo"}))
    status, _, err = say("transfer", str(data / "games.db"))
    assert status == 1 and "already saved with different content" in err
    with Journal.open(url) as club:
        assert club.entries(game.id)[-1].id == "theirs"
