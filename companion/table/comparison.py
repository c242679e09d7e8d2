"""What reading a table gives: agreement with the journal, a move beyond it, or a score."""

from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.games.texts import Rows
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
