"""A club's server: tables and permissions, facts about a connection, and notifications that a game went on."""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Event, Thread

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from companion.journal.store import aliases_and_seasons, tables
from companion.journal.store.migration import CHAINED, COUNT
from companion.journal.store.postgres import CHANNEL, TRANSPORT, Server, server, with_driver


def statements(role: str) -> tuple[str, ...]:
    """Return SQL statements for a server's administrator, in order; repeated, they change nothing.

    Tables of an earlier version are migrated. The tablets' role owns no table, so it can neither change nor drop one.
    """
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    name = dialect.identifier_preparer.quote(role)
    all_tables = (*tables.metadata.sorted_tables, *aliases_and_seasons.metadata.sorted_tables)
    made = [CreateTable(table, if_not_exists=True) for table in all_tables]
    written = [" ".join(str(one.compile(dialect=dialect)).split()) for one in made]
    added = [
        f"ALTER TABLE {table.name} ADD COLUMN IF NOT EXISTS {name} {table.c[name].type.compile(dialect=dialect)}"
        for table in (tables.games, tables.entries)
        for name in tables.LATER[table.name]
    ]
    counted = (
        f"{COUNT} AND (SELECT max(format) FROM journal) = {CHAINED}",
        f"UPDATE journal SET format = {tables.SCHEMA} WHERE format >= {CHAINED} AND format < {tables.SCHEMA}",
    )
    format_ = f"INSERT INTO journal (format) SELECT {tables.SCHEMA} WHERE NOT EXISTS (SELECT FROM journal)"
    select_grant = f"GRANT SELECT ON journal TO {name}"
    written_to = ", ".join(table.name for table in all_tables if table is not tables.journal)
    writes = f"GRANT SELECT, INSERT, UPDATE, DELETE ON {written_to} TO {name}"
    return (*written, *added, *counted, format_, select_grant, writes)


_ASKED = sa.text(
    "SELECT current_setting('server_version') AS version, current_user AS role,"
    " (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS tls,"
    " (SELECT pg_get_userbyid(relowner) = current_user FROM pg_class WHERE oid = to_regclass(:table)) AS owns"
)


@dataclass(frozen=True, slots=True)
class Serving:
    """A connection to a server."""

    version: str
    role: str
    within: bool
    """Whether it stays on this machine."""
    tls: bool
    checked: bool
    """Whether the tablet would detect another server in its place."""
    owns: bool
    """Whether the role owns the journal's tables and could drop them."""


def serving(url: str) -> Serving | None:
    """Return the facts about the server that ``url`` names, or None for a file; raise what reading a journal raises."""
    named = server(url)
    if named.get_backend_name() != "postgresql":
        return None
    with closing(Server(named)) as opened, opened.reading() as connection:
        facts = connection.execute(_ASKED, {"table": tables.entries.name}).one()
    checked = named.query.get("sslmode") == "verify-full"
    return Serving(
        facts.version.split()[0], facts.role, _within(named.host), bool(facts.tls), checked, bool(facts.owns)
    )


def _within(host: str | None) -> bool:
    """Return whether a host is this machine: no host is a local socket, names are foreign except ``localhost``."""
    if not host or host == "localhost" or host.startswith("/"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


Notify = Callable[[str | None], None]

STEP = 0.25
"""Seconds between checks whether to stop."""

PAUSE = 0.5
"""Seconds between attempts to reconnect."""

IDLE = 15.0
"""Seconds without a notification after which a check is due."""


class Listening:
    """A thread that calls ``notify`` when a game goes on.

    ``notify`` gets the game's id, or None if anything may have happened: once connected, after every reconnection, and
    after :data:`IDLE` seconds of silence.
    """

    def __init__(self, url: str, notify: Notify) -> None:
        self._url = with_driver(server(url))
        self._notify = notify
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread; nothing is called after this returns."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            with suppress(psycopg.Error):  # tried again after a pause
                self._listen()
            self._stopped.wait(PAUSE)

    def _listen(self) -> None:
        import psycopg

        _, named = self._url.get_dialect()().create_connect_args(self._url)
        with psycopg.connect(**{**named, **TRANSPORT}, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._notify(None)
            silent = 0.0
            while not self._stopped.is_set():
                games = {notification.payload for notification in connection.notifies(timeout=STEP, stop_after=1)}
                silent = 0.0 if games else silent + STEP
                for game in games:
                    self._notify(game)
                if silent >= IDLE:
                    silent = 0.0
                    self._notify(None)
