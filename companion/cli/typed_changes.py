"""Makes typed moves and corrections in a game."""

from __future__ import annotations

from typing import Any

from companion.cli.typed_decisions import find_decision
from companion.errors import CompanionError
from companion.locale import Message
from companion.play import AnyPlay, Kind, Question, Source
from companion.play.typed_corrections import read_correction
from companion.play.typed_moves import read_line


class NeedsYes(CompanionError):
    """A move that is made only if it is confirmed."""


def make_moves(open_game: AnyPlay, line: str, yes: bool) -> None:
    """Make the moves of a line: all of them, or none if one cannot be read or is refused.

    A decision is written as its name with ``FIELD=WORD`` for each answer.
    """
    by_decisions = "=" in line or open_game.course.rules.notation is None
    decision = find_decision(open_game.course, line) if by_decisions else None
    if decision is not None:
        propose_typed(open_game, decision.move(), decision.owner, yes)
        return
    for typed in read_line(open_game.course, line):
        propose_typed(open_game, typed.move, typed.seat, yes)


def make_correction(open_game: AnyPlay, line: str) -> None:
    """Make the correction of a line."""
    propose_typed(open_game, read_correction(open_game.course, line), None, yes=True)


def propose_typed(open_game: AnyPlay, move: Any, seat: int | None, yes: bool) -> None:
    """Propose a move and confirm it; raise :class:`NeedsYes` for other dice than before an undo, unless ``yes``."""
    outcome = open_game.propose(move, source=Source.FILE, seat=seat)
    if not isinstance(outcome, Question):
        return
    if yes or outcome.kind is not Kind.OTHER_DICE:
        open_game.confirm(outcome.key, source=Source.FILE)
        return
    open_game.dismiss(outcome.key)
    raise NeedsYes(open_game.game.name, outcome.text, Message("enter the same dice, or add --yes"))
