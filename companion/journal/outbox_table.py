"""The table of waiting entries."""

from __future__ import annotations

import sqlalchemy as sa

from companion.journal import tables

metadata = sa.MetaData()

waiting = sa.Table(
    "waiting",
    metadata,
    sa.Column("place", sa.Integer, primary_key=True),
    *(sa.Column(column.name, column.type) for column in tables.entries.columns if column.name != tables.CHAIN),
    sa.Column("meant", sa.String(64)),
)
