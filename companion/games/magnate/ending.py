"""How a game was decided: the ladder of tie-breaks, then district by district (B37–B43)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.board import Cell, Rows, verbatim, verbatim_each
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.magnate.tie_breaks import list_tie_breaks
from companion.locale import Message


def ending(state: State, names: Sequence[str]) -> tuple[Rows, Rows]:
    """Return the comparisons that were needed, and each player's total in each district, with a star at the best."""
    result, players = score(state), verbatim_each(names)
    ladder = (
        (step.criterion, *verbatim_each(step.values), step.outcome)
        for step in list_tie_breaks(result, names, state.options)
    )
    districts = list[tuple[Cell, ...]]()
    for one in result.districts:
        totals = {side.player: side.total for side in one.sides}
        cells = (f"{'★ ' if seat == one.won_by else ''}{totals.get(seat, '–')}" for seat in range(len(names)))
        districts.append(((one.card,), *map(verbatim, cells)))
    return (
        Rows((Message("Decided by"), *players, verbatim("")), tuple(ladder)),
        Rows((Message("Districts"), *players), tuple(districts)),
    )
