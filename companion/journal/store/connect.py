"""Databases by URL: SQLite's in the ``sqlite_…`` modules, PostgreSQL's in ``postgres``."""

import logging
import re
from pathlib import Path

from companion.journal.store.database import Database
from companion.journal.store.postgres import Server, no_database, server
from companion.journal.store.sqlite_file import SQLiteFile

logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())
"""It logs what failed while a connection is put back, traceback and all; whoever asked for it is told in a line."""


_FILE = "sqlite:///"
"""What follows is a plain file path, which may contain ``?`` or ``%``."""


def connect(url: str) -> Database:
    """Return the database that a URL names, durable and strictly transactional. Nothing is opened yet.

    Raises:
        NoJournal: if the URL names no database.
    """
    file = url.removeprefix(_FILE)
    if file != url and file not in ("", ":memory:"):
        return SQLiteFile(Path(file))
    named = server(url)
    if re.fullmatch(r"postgres(ql)?(\+\w+)?", named.drivername):
        return Server(named)
    raise no_database(url)
