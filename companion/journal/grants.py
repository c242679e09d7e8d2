"""SQL statements for a server's administrator: the journal's tables, and what a role may do in them.

Tables of an earlier version are migrated. The tablets' role owns no table, so it can neither change nor drop one.
"""

from __future__ import annotations

from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateTable

from companion.journal import aliases_and_seasons, tables
from companion.journal.migration import CHAINED, COUNT


def statements(role: str) -> tuple[str, ...]:
    """Return SQL statements in order; repeated, they change nothing."""
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
