"""How a game was decided: districts, then all totals, then tokens (B40–B43)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.magnate.options import Options, Solo
from companion.games.magnate.scoring import DecidedBy, Score
from companion.locale import Message


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One comparison: its criterion, each seat's value, and its outcome."""

    criterion: Message
    values: tuple[str, ...]
    outcome: Message


def list_tie_breaks(result: Score, names: Sequence[str], options: Options) -> tuple[TieBreak, ...]:
    """Return the comparisons that were needed, the deciding one last.

    Args:
        result: The final score.
        names: The player names, by seat.
        options: The options of the game.
    """
    tokens = tuple(str(held.total) if held is not None else "?" for held in result.tokens)
    compared = (
        (Message("Districts"), tuple(map(str, result.districts_won))),
        (Message("Totals"), tuple(map(str, result.total_ranks))),
        (Message("Tokens"), tokens),
    )[: _needed(result, options)]
    last = len(compared) - 1
    return tuple(
        TieBreak(criterion, values, _end(result, names) if number == last else Message("tied"))
        for number, (criterion, values) in enumerate(compared)
    )


def _needed(result: Score, options: Options) -> int:
    match result.decided_by:
        case DecidedBy.DISTRICTS:
            return 1
        case DecidedBy.UNDECIDED if not result.tied:
            return 1
        case DecidedBy.TOTAL:
            return 2
        case DecidedBy.DRAW if options.solo is not Solo.NO and options.solo_double_tie_draws:
            return 2
    return 3


def _end(result: Score, names: Sequence[str]) -> Message:
    if result.winner is not None:
        return Message("{name} wins", {"name": names[result.winner]})
    if result.decided_by is DecidedBy.UNDECIDED:
        return Message("not counted yet") if result.tied else Message("undecided")
    return Message("a draw")
