"""A club's server: its tables and a role's permissions for the administrator, and facts about a tablet's connection."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from companion.journal import aliases_and_seasons, tables
from companion.journal.migration import CHAINED, COUNT
from companion.journal.postgres import Server
from companion.journal.postgres import server as address


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
    named = address(url)
    if named.get_backend_name() != "postgresql":
        return None
    server = Server(named)
    try:
        with server.reading() as connection:
            facts = connection.execute(_ASKED, {"table": tables.entries.name}).one()
    finally:
        server.close()
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
