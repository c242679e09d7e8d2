"""The sheet for putting a game away: which bag takes what, and how it is laid out again."""

from __future__ import annotations

from companion.app.kv_loader import load_kv
from companion.app.sheets.rules import RulesSheet


class PutAwaySheet(RulesSheet):
    """The list of what lies where."""


load_kv(__file__)
