"""The final score of a table that was read or tapped in."""

from __future__ import annotations

from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class FinalSheet(Sheet):
    """An explained score over the table."""


load_kv(__file__)
