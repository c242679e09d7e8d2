"""The score of a table that was only looked at."""

from __future__ import annotations

from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet


class FinalSheet(Sheet):
    """A score that explains itself, over the table it belongs to."""


load_kv(__file__)
