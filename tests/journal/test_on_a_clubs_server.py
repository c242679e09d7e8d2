"""A club's server as docs/club.md sets it up: reached over TLS alone, and backed up by its own tools."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from companion.journal.store.aliases_and_seasons import OtherName
from companion.journal.store.server import serving
from tests.cli.printed import Say
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
        journal.book.put_name(OtherName("annie", "Annie", "Ann"))
        with journal._database.writing() as connection:
            journal._database.take(connection, "g1")
            keeper("pg_dump")
        journal.append(entry(2))
        journal.remove("g1")
        journal.book.drop_name("annie")
    keeper("pg_restore")
    with Journal.open(url) as journal:
        assert journal.entries("g1") == (entry(1),) and [one.name for one in journal.book.names()] == ["Ann"]
        journal.append(entry(2))
