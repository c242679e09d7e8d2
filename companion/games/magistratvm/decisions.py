"""Players' decisions, field by field; the last label states the cost and effect of the move."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.decisions import Decision, choose
from companion.games.declared import Names, describe, possible
from companion.games.declared_decisions import Question, corrections, select
from companion.games.magistratvm.auction import bids, gift, pass_decision
from companion.games.magistratvm.encoding import LINES
from companion.games.magistratvm.facts import FACTS, Correct
from companion.games.magistratvm.gold import payments
from companion.games.magistratvm.moves import MOVES, Move, apply
from companion.games.magistratvm.opening import type_dice
from companion.games.magistratvm.redistributing import redistribution, refill
from companion.games.magistratvm.state import Phase, State
from companion.locale import Message

Decisions = Iterator[Decision[Move]]


def decisions(state: State, names: Names) -> Decisions:
    """Return the decisions of the phase, if it has more than a few moves, and those on votes and deals."""
    phases: Mapping[Phase, Callable[[State, Names], Decisions]] = {
        Phase.ROLL: type_dice,
        Phase.BIDDING: bids,
        Phase.REDISTRIBUTION: redistribution,
        Phase.REFILL: refill,
    }
    if state.phase in phases:
        yield from phases[state.phase](state, names)
    yield from _selections(state, names)
    if state.phase is Phase.ACTION:
        yield pass_decision(state.to_act)
    if any(state.usable_gold(seat) for seat in range(state.seats)) and state.phase not in (Phase.ROLL, Phase.OVER):
        yield gift(state, names)
    if state.phase is not Phase.ROLL:
        yield choose(
            "correct",
            Message("Correct"),
            Message("What is different on the table?"),
            tuple(corrections(FACTS, Correct, state, names)),
            optional=True,
            makes=("correct",),
        )


def _selections(state: State, names: Names) -> Decisions:
    """Yield a decision for each possible kind of move that has a button, with the cost and effect of each move."""

    def unpaid(move: Any) -> Any:
        return replace(move, provincial=()) if getattr(move, "provincial", None) else move

    def explained(move: Any) -> Message:
        return describe(state, unpaid(move), apply(state, unpaid(move)), names)

    effect: Question[Any] = Question(
        "effect", Message("What is to happen?"), lambda move: LINES.write(unpaid(move)), explained, always=True
    )
    payment: Question[Any] = Question("payment", Message("Which gold is paid?"), _source, _paid_from)
    for name, kind in MOVES.items():
        moves = [paying for move in possible(kind, state) for paying in payments(state, move)] if kind.button else ()
        if moves:
            yield select(name, moves, state, names, effect, payment, owner=state.to_act)


def _source(move: Any) -> str:
    return str(move.provincial[0].tile) if getattr(move, "provincial", ()) else "estate"


def _paid_from(move: Any) -> Message:
    if not move.provincial:
        return Message("first what lies in the Estate")
    drawn = move.provincial[0]
    return Message("{gold} from {tile}", {"gold": drawn.gold, "tile": drawn.tile.wording()})
