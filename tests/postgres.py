"""A real server of PostgreSQL's, from Debian's packages, run by an ordinary user in a folder of its own.

``initdb`` refuses root: where root runs the tests, the server is ``nobody``'s. Beside each server sits a shell that
waits for the tests to let go of it: however they end, killed too, it ends the server and clears the folder away.
"""

import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

PACKAGE = "postgresql"
USER = "keeper"
_ORDINARY = "nobody"


def programs() -> Path | None:
    """The folder of the newest server's programs; Debian keeps them off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).resolve().parent if on_path else None


_WATCH = """read -r _
if [ -s data/postmaster.pid ]; then
  read -r server < data/postmaster.pid
  kill -QUIT "$server" 2>/dev/null
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$server" 2>/dev/null && sleep 0.5; done
fi
cd / && rm -rf "$1"
"""
"""What the shell does, in the server's folder, which it is given. Whoever holds the other end of its input is gone
once there is nothing more to read."""


class Postgres:
    """A server that can be stopped and started again; ``schema()`` and ``database()`` give the URL of an empty one."""

    def __init__(self, bin_: Path, *, durable: bool = False) -> None:
        self._bin = bin_
        self.folder = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam(_ORDINARY)
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self._data = self.folder / "data"
        self._run("initdb", "-D", str(self._data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        self._settings = [] if durable else ["fsync=off", "full_page_writes=off"]
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._named = count(1)
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", _WATCH, "watch", str(self.folder)],
            stdin=subprocess.PIPE,
            cwd=self.folder,
            start_new_session=True,  # what is sent to the tests and all that they started is not for it
            **self._as,
        )
        self.start()

    def start(self) -> None:
        """Starts it and waits until it answers."""
        settings = ["shared_buffers=32MB", "max_connections=120", *self._settings]
        options = [part for one in settings for part in ("-c", one)]
        command = [str(self._bin / "postgres"), "-D", str(self._data), "-p", str(self.port)]
        where = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *where, *options], stdout=log, stderr=log, cwd=self.folder, **self._as
            )
        for _ in range(600):
            asked = [str(self._bin / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", USER]
            if subprocess.run(asked, check=False).returncode == 0:
                return
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)
        raise AssertionError(f"the server does not answer:\n{(self.folder / 'log').read_text()}")

    def stop(self) -> None:
        """Stops it at once, as a power cut would: what it promised to keep is in its log."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(30)
            self._process = None
            (self._data / "postmaster.pid").unlink(missing_ok=True)  # its number may be another's by now

    def close(self) -> None:
        """Stops it, for good, and clears its folder away."""
        self.stop()
        self._watch.communicate(timeout=30)

    def database(self) -> str:
        """A new database's URL."""
        name = f"club_{next(self._named)}"
        self.tell("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def schema(self) -> str:
        """The same, of a part of the first database: what is said in one is told in all of them, and it is quicker."""
        name = f"club_{next(self._named)}"
        self.tell("postgres", f"CREATE SCHEMA {name}")
        return self.url("postgres") + f"?options=-csearch_path%3D{name}"

    def url(self, database: str, port: int | None = None, user: str = USER) -> str:
        return f"postgresql://{user}@127.0.0.1:{port or self.port}/{database}"

    def put(self, name: str, content: str) -> None:
        """A file of the server's own, in its folder; nobody else can read it."""
        file = self.folder / name
        file.write_text(content, "utf8")
        file.chmod(0o600)
        if self._as:
            os.chown(file, self._as["user"], self._as["group"])

    def tell(self, database: str, *statements: str) -> None:
        """Says something to it as its keeper."""
        change(self.url(database), *statements)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._bin / program), *arguments], capture_output=True, text=True, check=False, cwd="/", **self._as
        )
        assert done.returncode == 0, f"{program} as {getpass.getuser()}: {done.stderr}"


def change(url: str, *statements: str) -> None:
    """Changes a database as any other program may."""
    named = sa.make_url(url)
    if named.get_backend_name() == "postgresql":
        named = named.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(named, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


@contextmanager
def running(*, durable: bool = False) -> Iterator[Postgres]:
    """A server while the block runs; skips with the reason where it cannot be had."""
    bin_ = programs()
    if bin_ is None:
        pytest.skip(f"no PostgreSQL server here: sudo apt-get install {PACKAGE}")
    server = Postgres(bin_, durable=durable)
    try:
        yield server
    finally:
        server.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
