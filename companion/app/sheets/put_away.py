"""Putting the game away for another evening: which bag takes what, and how it is laid out again."""

from __future__ import annotations

from companion.app.kv_loader import load_kv
from companion.app.sheets.rules import RulesSheet


class PutAwaySheet(RulesSheet):
    """What lies where, to be gone through while it is packed and while it is laid again."""


load_kv(__file__)
