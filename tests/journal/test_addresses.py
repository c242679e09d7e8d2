"""A server's address as people write it is understood, and no part of its password is ever shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from companion.journal.errors import NoJournal, UnwritableJournal
from companion.journal.store.postgres import called, server
from companion.journal.store.server import Listening, serving
from tests.cases import each
from tests.cli.printed import Say
from tests.journal.test_journal import GAME, entry
from tests.postgres import Postgres, change

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
    [
        ("games", "postgresql://ann:sec@ret@127.0.0.1:9/club"),
        ("doctor", "postgresql://ann:secret@host:notaport/db"),
    ],
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


def test_tables_that_an_earlier_version_made_on_a_server_are_brought_up_to_date_by_its_keeper(
    server: Postgres, say: Say
) -> None:
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
