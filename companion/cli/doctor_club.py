"""What ``companion doctor`` says of what is optional: a club's server, and the page for watchers and phones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli.findings import Finding
from companion.folders import Folders
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.journal.server_facts import Serving

SERVER = Message("a club’s server")
CHECKED = "COMPANION_DATABASE_URL='…?sslmode=verify-full&sslrootcert=CA.crt'"
"""What has a tablet talk to that server alone."""


def club(folders: Folders) -> Iterator[Finding]:
    """What the line to a club's server is like; whether its games can be read is looked at with the games."""
    from companion.journal import JournalError
    from companion.journal.server_facts import serving

    if not folders.on_server:
        mend = "COMPANION_DATABASE_URL=postgresql://USER@SERVER/DATABASE"
        yield Finding(SERVER, False, Message("none: games are kept in a file here"), mend, False)
        return
    try:
        line = serving(folders.journal_url)
    except JournalError:
        return
    if line is not None:
        yield of(line)


def of(line: Serving) -> Finding:
    """The worst that is to be said of a line to a server."""
    told: Wording = {"version": line.version, "role": line.role}
    if line.owns:
        owned = Message("PostgreSQL {version}; {role} owns the tables and could drop them", told)
        return Finding(SERVER, False, owned, "companion club tables ROLE", False)
    if line.within:
        return Finding(SERVER, True, Message("PostgreSQL {version} on this machine, as {role}", told))
    if not line.tls:
        heard = Message("PostgreSQL {version}, as {role}, without TLS: others in the network may read along", told)
        return Finding(SERVER, False, heard, CHECKED, False)
    if not line.checked:
        unknown = Message("PostgreSQL {version}, as {role}, over TLS with whoever answers", told)
        return Finding(SERVER, False, unknown, CHECKED, False)
    return Finding(SERVER, True, Message("PostgreSQL {version}, as {role}, over TLS with that server alone", told))


def page(_: Folders) -> Iterator[Finding]:
    """Whether a page can be served here."""
    from companion.web.network_interfaces import NoPage, check_installed

    name = Message("a page for watchers and phones")
    try:
        check_installed()
    except NoPage as error:
        yield Finding(name, False, error.reason, error.next_step or "", False)
    else:
        yield Finding(name, True, Message("can be served"))
