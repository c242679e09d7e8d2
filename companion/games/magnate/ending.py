"""How a game was decided: the ladder of tie-breaks (B37–B43)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.games.magnate.tie_breaks import list_tie_breaks
from companion.games.rows import Rows, verbatim, verbatim_each
from companion.locale import Message


def ending(state: State, names: Sequence[str]) -> tuple[Rows]:
    """Return the comparisons that were needed; the table shows the totals of each district."""
    ladder = (
        (step.criterion, *verbatim_each(step.values), step.outcome)
        for step in list_tie_breaks(score(state), names, state.options)
    )
    return (Rows((Message("Decided by"), *verbatim_each(names), verbatim("")), tuple(ladder)),)
