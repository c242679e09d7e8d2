"""A photographed table and its score."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.documents import Json
from companion.games.rows import Rows
from companion.locale import Message
from companion.table.questions import TableQuestion


@dataclass(frozen=True, slots=True)
class ScoredTable:
    """A photographed table and its score."""

    players: int
    sure: bool
    questions: tuple[TableQuestion, ...]
    remarks: tuple[Message, ...]
    worth: Json
    """The score for programs."""
    rows: Rows
    """The table, with the score of each part."""
    why: Message
    """Who wins, and why."""
    notes: tuple[Message, ...] = ()
    """Explanations of the table's signs, for people."""
