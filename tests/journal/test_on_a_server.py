"""A journal on a server of PostgreSQL's: what is its own beside any journal, a club's setup, and addresses."""

import json
import os
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import date
from itertools import product
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.journal import Journal, JournalError, UnreachableJournal
from companion.journal.entries import LockedJournal, NoJournal, StaleEntry, UnwritableJournal
from companion.journal.store.aliases_and_seasons import KeptSeason, OtherName
from companion.journal.store.connect import connect
from companion.journal.store.postgres import called, server
from companion.journal.store.server import Listening, serving
from tests.cases import each
from tests.cli.printed import Say, faults
from tests.journal.test_journal import GAME, entry
from tests.postgres import Postgres, change, running

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "club.md").read_text("utf8")


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Postgres]:
    """A server with a certificate for 127.0.0.1, which lets tablets in by the page's line, and its keeper."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed: sudo apt-get install openssl")
    _certify(tmp_path)
    let_in = re.search(r"^hostssl.*$", PAGE, re.MULTILINE)
    assert let_in is not None
    with running() as server:
        server.tell("postgres", "CREATE ROLE tablet LOGIN PASSWORD 'three crowns'", "CREATE DATABASE decktet")
        server.put("server.crt", (tmp_path / "server.crt").read_text())
        server.put("server.key", (tmp_path / "server.key").read_text())
        tablets = let_in[0].replace("192.168.0.0/16", "127.0.0.1/32")
        server.put("data/pg_hba.conf", f"{tablets}\nhostssl all keeper 127.0.0.1/32 trust\n")
        files = f"ssl_cert_file = '{server.folder}/server.crt'\nssl_key_file = '{server.folder}/server.key'\n"
        server.put("data/postgresql.auto.conf", f"ssl = on\n{files}")
        server.stop()
        server.start()
        yield server


def _certify(folder: Path) -> None:
    """By the page's own commands: the server's key and its certificate; and an authority that nobody asked."""
    made = re.findall(r"^\$ ((?:openssl|echo) .*)$", PAGE, re.MULTILINE)
    assert len(made) == 4
    for line in (made[0].replace("ca.", "other."), *made):
        here = line.replace("DNS:club.example", "IP:127.0.0.1")
        subprocess.run(here, shell=True, cwd=folder, check=True, capture_output=True)


def test_a_tablet_talks_over_tls_to_its_clubs_server_and_to_no_other(
    guarded: Postgres, say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(guarded.url("decktet"), say("club", "tables", "tablet")[1])
    passwords = tmp_path / "pgpass"
    passwords.write_text(f"*:{guarded.port}:decktet:tablet:three crowns\n")
    passwords.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    url = f"{guarded.url('decktet', user='tablet')}?sslmode=verify-full&sslrootcert={tmp_path}"
    with Journal.open(f"{url}/ca.crt") as journal:
        journal.create(GAME, [entry(1)])
        with journal._database.reading() as connection:
            reported = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            assert connection.exec_driver_sql(reported).scalar() is True
    line = serving(f"{url}/ca.crt")
    assert line is not None and (line.role, line.tls, line.checked, line.owns) == ("tablet", True, True, False)
    for other, why in (
        (f"{url}/other.crt", "certificate verify failed"),
        (
            f"{guarded.url('decktet', user='tablet')}?sslmode=verify-full&sslrootcert=system",
            "certificate verify failed",
        ),
        (f"{url}/ca.crt".replace("127.0.0.1", "localhost"), "does not match host name"),
        (f"{url}/ca.crt".replace("verify-full", "disable"), "no encryption"),
    ):
        with pytest.raises(JournalError, match=why):
            Journal.open(other)
    monkeypatch.setenv("PGPASSFILE", str(tmp_path / "none"))
    with pytest.raises(JournalError, match="password"):
        Journal.open(f"{url}/ca.crt")


def test_a_backup_made_while_games_go_on_brings_everything_back(server: Postgres, say: Say, tmp_path: Path) -> None:
    """By the page's own commands."""
    commands = dict(re.findall(r"^\$ sudo -u postgres (createdb|pg_dump|pg_restore) (.*)$", PAGE, re.MULTILINE))
    there = {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(server.port), "PGUSER": "keeper"}

    def keeper(command: str) -> None:
        line = f"{command} {commands[command]}".replace("$(date +%F)", "2026-11-21")
        subprocess.run(["sh", "-c", line], env=there, cwd=tmp_path, check=True, capture_output=True)

    keeper("createdb")
    url = server.url("decktet")
    change(url, say("club", "tables", "keeper")[1])
    with Journal.open(url) as journal:
        journal.create(GAME, [entry(1)])
        journal.book.put(OtherName("annie", "Annie", "Ann"))
        with journal._database.writing() as connection:
            journal._database.take(connection, "g1")
            keeper("pg_dump")
        journal.append(entry(2))
        journal.remove("g1")
        journal.book.drop(OtherName, "annie")
    keeper("pg_restore")
    with Journal.open(url) as journal:
        assert journal.entries("g1") == (entry(1),) and [one.name for one in journal.book.names()] == ["Ann"]
        journal.append(entry(2))


PASSWORDS = (
    "sec@ret",
    "sec/ret",
    "sec@ret/word",
    "sec?ret",
    "sec@ret?word",
    "sec#ret",
    "sec:ret",
    "sec@host:ret",
    "@sec@",
)


PLACES = ("host/db", "host:5432/db", "[::1]:5432/db", "host/db?sslmode=require", "host")


@each("password, rest", product(PASSWORDS, PLACES))
def test_a_password_with_any_letter_in_it_is_the_password_and_is_not_shown(password: str, rest: str) -> None:
    named = server(f"postgresql://ann:{password}@{rest}")
    assert (named.username, named.password, named.host) == ("ann", password, "::1" if "::1" in rest else "host")
    assert "sec" not in called(named) and "ret" not in called(named)


@each("url", ["postgresql://host/db?user=a@b", "postgresql://ann@host:5/db?options=a@b"])
def test_a_sign_in_a_setting_is_part_of_no_password(url: str) -> None:
    assert server(url).host == "host" and server(url).password is None


@each(
    "url",
    [
        "postgresql://ann:sec@ret@host:notaport/db",
        "postgresql://ann:secret@host:99999/db",
        "postgresql://ann:secret",
        "postgresql://ann:secret/db",
        "postgres:ann:secret@host",
        "not a url",
        "nothing://ann:sec@ret@host/db",
        "postgresql://ann:sec@ret@ho st:x/db?password=secret",
    ],
)
def test_an_address_that_names_no_database_is_said_in_a_line_without_its_password(url: str) -> None:
    for ask in (Journal.open, serving, lambda url: Listening(url, print)):
        if ask is not Journal.open and url.startswith("nothing"):
            continue
        with pytest.raises(NoJournal) as expected:
            ask(url)
        assert (
            "sec" not in str(expected.value)
            and "ret@" not in str(expected.value)
            and "not a database URL" in str(expected.value)
        )


@pytest.mark.parametrize(
    ("command", "url"),
    [("games", "postgresql://ann:sec@ret@127.0.0.1:9/club"), ("doctor", "postgresql://ann:secret@host:notaport/db")],
)
def test_commands_show_no_part_of_a_password(say: Say, command: str, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", url)
    status, out, err = say(command)
    assert status != 0
    assert "sec" not in out + err and "ret" not in (out + err).replace("returned", "").replace("interpreter", "")


ASKED = (
    "host all keeper 127.0.0.1/32 trust\nhost all bea 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n"
)


@pytest.fixture
def strict(server: Postgres) -> Iterator[Postgres]:
    """A server that asks everybody but its keeper for a password."""
    server.put("data/pg_hba.conf", ASKED)
    server.tell("postgres", "SELECT pg_reload_conf()", "CREATE ROLE ann LOGIN PASSWORD 'right'")
    yield server
    server.put("data/pg_hba.conf", "host all all 127.0.0.1/32 trust\n")
    server.tell("postgres", "SELECT pg_reload_conf()", "DROP ROLE ann")


@pytest.mark.parametrize(
    ("user", "database", "expected"),
    [
        ("ann:wr@ng", "postgres", "wrong password"),
        ("ann", "postgres", "wrong password"),
        ("bea", "postgres", "access denied for this role or database"),
        ("keeper", "nowhere", "access denied for this role or database"),
    ],
)
def test_a_server_that_answers_and_refuses_is_not_said_to_be_away(
    strict: Postgres, user: str, database: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSFILE", str(Path("nowhere")))
    with pytest.raises(UnwritableJournal) as refused:
        Journal.open(f"postgresql://{user}@127.0.0.1:{strict.port}/{database}")
    assert expected in str(refused.value) and "cannot connect" not in str(refused.value)
    assert "wr@ng" not in str(refused.value) and "COMPANION_DATABASE_URL" in str(refused.value)


def test_tables_of_an_earlier_version_on_a_server_are_updated_by_its_keeper(server: Postgres, say: Say) -> None:
    url = server.database()
    server.tell("postgres", "CREATE ROLE seventh LOGIN")
    change(url, say("club", "tables", "seventh")[1])
    with Journal.open(url) as journal:
        journal.create(GAME, [entry(1), entry(2)])
    change(url, "ALTER TABLE games DROP COLUMN moves, DROP COLUMN last", "UPDATE journal SET format = 2")
    name = url.rpartition("/")[2]
    with Journal.open(server.url(name, user="seventh")) as journal, pytest.raises(JournalError):
        journal.append(entry(3))
    for _ in range(2):
        change(url, say("club", "tables", "seventh")[1])
    with Journal.open(server.url(name, user="seventh")) as journal:
        journal.append(entry(3))
        change(url, "DELETE FROM entries WHERE seq = 3")
        with pytest.raises(JournalError, match="move 3: missing; 3 moves were saved"):
            journal.entries("g1")
    change(url, "DROP OWNED BY seventh", "DROP ROLE seventh")


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


def test_a_game_that_another_holds_is_waited_for_then_said(server: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
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
        journal.book.put(OtherName("annie", "Annie", "Ann"))
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


def test_commands_use_the_named_server(server: Postgres, say: Say, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    own.book.put(OtherName("annie", "Annie", "Ann"))
    own.book.put(KeptSeason("autumn", "Autumn", date(2026, 9, 1), None))
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
