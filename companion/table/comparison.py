"""What a picture shows beside the journal: no table, agreement, or a move; contradictions are each game's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError


class NoTable(CompanionError):
    """The cards in view do not make a table of this game."""


@dataclass(frozen=True, slots=True)
class Agrees:
    """Table and journal agree as far as the table can show."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The table is one move ahead of the journal, or several of which this is the first; several are alternatives.

    ``ask``: the move must be confirmed whatever the policy.
    """

    moves: tuple[Any, ...]
    ask: bool = False
