"""Facts about a tablet's connection to a club's server: which server, who can read it, and with which role."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address

import sqlalchemy as sa

from companion.journal.address import server as address
from companion.journal.postgres import Server
from companion.journal.tables import entries

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
            facts = connection.execute(_ASKED, {"table": entries.name}).one()
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
