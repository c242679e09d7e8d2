"""The optional checks of ``companion doctor``: a club's server, and the web pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli.findings import Finding
from companion.folders import Folders
from companion.journal import JournalError
from companion.locale import Message, Wording
from companion.web.network_interfaces import (
    TABLE_PORT,
    VIRTUAL,
    MissingPackages,
    check_installed,
    is_free,
    list_interfaces,
)

if TYPE_CHECKING:
    from companion.journal.store.server import Serving

SERVER = Message("club server")
VERIFIED_URL = "COMPANION_DATABASE_URL='…?sslmode=verify-full&sslrootcert=CA.crt'"
"""The setting with which a tablet connects to that server alone."""


def check_server(folders: Folders) -> Iterator[Finding]:
    """Check the connection to a club's server; whether its games can be read is another check."""
    from companion.journal.store.server import serving

    if not folders.on_server:
        mend = "COMPANION_DATABASE_URL=postgresql://USER@SERVER/DATABASE"
        yield Finding(SERVER, False, Message("none; games are saved in a local file"), mend, False)
        return
    try:
        facts = serving(folders.journal_url)
    except JournalError:
        return
    if facts is not None:
        yield server_finding(facts)


def server_finding(facts: Serving) -> Finding:
    """Return the gravest finding about a connection to a server."""
    values: Wording = {"version": facts.version, "role": facts.role}
    if facts.owns:
        owned = Message("PostgreSQL {version}; {role} owns the tables and can delete them", values)
        return Finding(SERVER, False, owned, "companion club tables ROLE", False)
    if facts.within:
        return Finding(SERVER, True, Message("PostgreSQL {version} on this computer, as {role}", values))
    if not facts.tls:
        plain = Message("PostgreSQL {version}, as {role}, without TLS: others on the network can read the data", values)
        return Finding(SERVER, False, plain, VERIFIED_URL, False)
    if not facts.checked:
        unverified = Message("PostgreSQL {version}, as {role}, over TLS, server not verified", values)
        return Finding(SERVER, False, unverified, VERIFIED_URL, False)
    return Finding(SERVER, True, Message("PostgreSQL {version}, as {role}, over TLS, server verified", values))


def check_web(_: Folders) -> Iterator[Finding]:
    """Check whether web pages can be served, and where."""
    name = Message("web pages for spectators and phones")
    try:
        check_installed()
    except MissingPackages as error:
        yield Finding(name, False, error.reason, error.next_step or "", False)
        return
    there = [one for one in list_interfaces() if not one.is_loopback]
    at = ", ".join(f"{one.address} ({one.name})" for one in there)
    yield Finding(name, True, Message("available at {addresses}", {"addresses": at}) if at else Message("available"))
    if all(VIRTUAL.search(one.name) for one in there):
        none = Message("none that phones can reach") if there else Message("none")
        yield Finding(Message("network"), False, none, Message("connect this computer to the phones' Wi-Fi"), False)
    if not is_free(TABLE_PORT):
        taken = Message("{port} is in use; the page takes another one", {"port": TABLE_PORT})
        yield Finding(Message("port of the web pages"), False, taken, f"companion web --port {TABLE_PORT + 2}", False)
