"""Makes typed moves and corrections in a game."""

from __future__ import annotations

from typing import Any

from companion.errors import CompanionError
from companion.locale import Message
from companion.play import AnyPlay, Kind, Question, Source
from companion.play.typed_corrections import read_correction
from companion.play.typed_moves import read_line


class NeedsYes(CompanionError):
    """A move that is made only if it is confirmed."""


def make_moves(open_game: AnyPlay, line: str, yes: bool) -> None:
    """Make the moves of a line: all of them, or none if one cannot be read or is refused."""
    for typed in read_line(open_game.course, line):
        _propose(open_game, typed.move, typed.seat, yes)


def make_correction(open_game: AnyPlay, line: str) -> None:
    """Make the correction of a line."""
    _propose(open_game, read_correction(open_game.course, line), None, yes=True)


def _propose(open_game: AnyPlay, move: Any, seat: int | None, yes: bool) -> None:
    outcome = open_game.propose(move, source=Source.FILE, seat=seat)
    if not isinstance(outcome, Question):
        return
    if yes or outcome.kind is not Kind.OTHER_DICE:
        open_game.confirm(outcome.key, source=Source.FILE)
        return
    open_game.dismiss(outcome.key)
    raise NeedsYes(open_game.game.name, outcome.text, Message("enter the same dice, or add --yes"))
