"""What a tablet's line to a club's server is like: which server, who else may read it, and as whom the tablet comes."""

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
    """A line to a server."""

    version: str
    role: str
    within: bool
    """Whether it leaves this machine nowhere."""
    tls: bool
    checked: bool
    """Whether the tablet would notice another server in this one's place."""
    owns: bool
    """Whether the role owns the journal's tables, and so could drop them."""


def serving(url: str) -> Serving | None:
    """The line to the server that ``url`` names; None where it names none. Raises what reading a journal does."""
    named = address(url)
    if named.get_backend_name() != "postgresql":
        return None
    server = Server(named)
    try:
        with server.reading() as connection:
            told = connection.execute(_ASKED, {"table": entries.name}).one()
    finally:
        server.close()
    checked = named.query.get("sslmode") == "verify-full"
    return Serving(told.version.split()[0], told.role, _within(named.host), bool(told.tls), checked, bool(told.owns))


def _within(host: str | None) -> bool:
    """A name is taken for another machine's, but for ``localhost``; no host is a socket of this one's."""
    if not host or host == "localhost" or host.startswith("/"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
