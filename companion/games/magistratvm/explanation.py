"""The numbers that a move changed, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.gold_amount import gold_amount
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.state import Place, Purse, State
from companion.games.sheet import Line
from companion.locale import Message, Wording


def explain(before: State, _move: Move, after: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the gold that the move transferred, from whom to whom, each with its rule."""
    return tuple(_explained(before, after, names))


def _explained(_before: State, after: State, names: Sequence[str]) -> Iterator[Line]:
    for one in after.moved:
        values: Wording = {
            "gold": gold_amount(one.gold),
            "giver": _purse(one.giver, names),
            "taker": _purse(one.taker, names),
        }
        yield Line(one.rule, Message("{gold}: {giver} → {taker}", values))


def _purse(purse: Purse, names: Sequence[str]) -> Message:
    if purse.place is Place.BANK:
        return Message("the bank")
    if purse.place is Place.PREFECT:
        return Message("the Prefect's space")
    if purse.tile is not None:
        return purse.tile.wording()
    return Message("{name}", {"name": names[purse.player or 0]})
