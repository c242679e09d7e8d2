"""The steps of setting up a table, with names (I2, I3, I5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.magistratvm.state import PATRICIANS, TOKENS, Phase, State
from companion.games.sheet import Line
from companion.locale import Message


def steps(state: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the steps before the first income, in order; none after it."""
    if state.phase is not Phase.ROLL or len(state.rolling) < state.seats:
        return ()
    return tuple(_steps(state, names))


def _steps(state: State, names: Sequence[str]) -> Iterator[Line]:
    yield Line("I2", Message("Lay the six tiles in two columns of three; keep the other 18 face down next to them."))
    for seat, suit in enumerate(state.suits):
        yield Line(
            "I3",
            Message(
                "{name} takes the die, the pawn and the {coins} coins of {suit}, and {tokens} tokens.",
                {"name": names[seat], "coins": PATRICIANS, "suit": suit.wording(), "tokens": TOKENS},
            ),
        )
    yield Line("I5", Message("Everybody rolls: the highest is Prefect (ace 1, null 6); who ties rolls again."))
    yield Line("I5", Message("Then each sets their die to its null: it is the Income die."))
