"""The only place that knows which database a URL names. What is SQLite's own lies in ``sqlite_…`` beside it,
and in ``postgres`` what is PostgreSQL's."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import sqlalchemy as sa

from companion.journal.address import no_database, server
from companion.journal.database import Database
from companion.journal.postgres import Server
from companion.journal.sqlite_file import SQLiteFile

logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())
"""It logs what failed while a connection is put back, traceback and all; whoever asked for it is told in a line."""


_FILE = "sqlite:///"
"""What follows is a file's path as it is: a folder's name may hold what has a meaning in other URLs, ``?`` or ``%``."""


def connect(url: str) -> Database:
    """The database that ``url`` names, durable and strictly transactional.

    Nothing is opened or made yet. Raises :class:`NoJournal` for a URL that names no database.
    """
    file = url.removeprefix(_FILE)
    if file != url and file not in ("", ":memory:"):
        return SQLiteFile(Path(file))
    try:
        named = server(url)
        if re.fullmatch(r"postgres(ql)?(\+\w+)?", named.drivername):
            return Server(named)
        if named.get_backend_name() != "sqlite":
            return Database(sa.create_engine(named))
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ImportError) as error:
        raise no_database(url) from error
    raise no_database(url)
