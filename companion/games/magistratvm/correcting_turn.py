"""Corrections to the course of a turn: the Prefect, passes, the phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.errors import IllegalMove
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.correction_checks import CORRECTION, check_was
from companion.games.magistratvm.elections import next_election
from companion.games.magistratvm.ending import circuit_over, gaps
from companion.games.magistratvm.gold import BANK, PREFECT, moved
from companion.games.magistratvm.phase_names import PHASE_NAMES
from companion.games.magistratvm.phases import check_phase, check_seat
from companion.games.magistratvm.state import Auction, Moved, Phase, State, Voting
from companion.locale import Message


def prefect(state: State, fact: f.PrefectFact) -> State:
    """Set the Prefect; an auction begins anew with the right one."""
    check_seat(state, fact.now, "I12")
    check_was(fact.was, state.prefect)
    if state.phase is Phase.ROLL:
        raise IllegalMove("I5", Message("first roll for the Prefect"))
    state = replace(state, prefect=fact.now)
    return _bidding(state) if state.phase is Phase.BIDDING else state


def prefect_gold(state: State, fact: f.PrefectGoldFact) -> State:
    """Set the gold on the Prefect's space."""
    check_was(fact.was, state.prefect_gold)
    if fact.now < 0:
        raise IllegalMove("I4", Message("there cannot be {gold}", {"gold": gold_amount(fact.now)}))
    if fact.now > fact.was:
        return moved(state, Moved(CORRECTION, fact.now - fact.was, BANK, PREFECT))
    return moved(state, Moved(CORRECTION, fact.was - fact.now, PREFECT, BANK))


def passes(state: State, fact: f.PassesFact) -> State:
    """Set the number of passes in a row among the actions."""
    check_phase(state, Phase.ACTION, "I13")
    check_was(fact.was, state.passes)
    if fact.now not in range(state.seats):
        raise IllegalMove("I13", Message("0 to {most} have passed, not {n}", {"most": state.seats - 1, "n": fact.now}))
    return replace(state, passes=fact.now)


def phase(state: State, fact: f.PhaseFact) -> State:
    """Begin a phase anew; a displaced Magistrate that waits for a place returns to its Estate."""
    check_was(fact.was, state.phase)
    if fact.now is fact.was:
        return state
    if fact.now not in _BEGUN or state.phase is Phase.ROLL:
        names = ", ".join(one.value for one in _BEGUN)
        raise IllegalMove(
            "I6",
            Message("{phase} follows from the moves alone", {"phase": PHASE_NAMES[fact.now.value]}),
            Message("choose one of {names}", {"names": names}),
        )
    state = replace(state, auction=None, falling=None, voting=None, with_income=(), passes=0)
    return _BEGUN[fact.now](replace(state, phase=fact.now))


def _bidding(state: State) -> State:
    return replace(state, auction=Auction(state.clockwise_from(state.prefect), state.prefect))


def _action(state: State) -> State:
    return replace(state, to_act=state.prefect)


def _voting(state: State) -> State:
    _check_contested(state)
    tiles = tuple(province.tile for province in state.contested)
    return replace(state, voting=Voting(tiles, (0,) * state.seats))


def _start(state: State) -> State:
    _check_contested(state)
    return state


def _refill(state: State) -> State:
    if not gaps(state) or not state.face_down:
        raise IllegalMove("I27", Message("no Province is to be replaced"))
    return state


def _check_contested(state: State) -> None:
    if not state.contested:
        raise IllegalMove("I21", Message("no Province is contested"))


_BEGUN: Mapping[Phase, Callable[[State], State]] = {
    Phase.INCOME: lambda state: state,
    Phase.BIDDING: _bidding,
    Phase.ACTION: _action,
    Phase.START: _start,
    Phase.ELECTION: _voting,
    Phase.REFILL: _refill,
}
"""The phases that a correction can begin, and what beginning them changes."""


def startable(state: State) -> tuple[Phase, ...]:
    """Return the phases that a correction can begin in this state, without the current one."""
    possible = []
    for one, begin in _BEGUN.items():
        try:
            begin(state)
        except IllegalMove:
            continue
        if one is not state.phase:
            possible.append(one)
    return () if state.phase is Phase.ROLL else tuple(possible)


def going_on(state: State) -> State:
    """Return a corrected state from which the game can go on: what has no Province left to wait for is over."""
    voting = state.voting
    if voting is not None:
        left = tuple(tile for tile in voting.to_vote if state.province(tile) is not None)
        if state.phase is Phase.ELECTION and left[:1] != voting.to_vote[:1]:
            return next_election(state, replace(voting, to_vote=left))
        return replace(state, voting=replace(voting, to_vote=left))
    if state.phase is Phase.START and not state.contested:
        return circuit_over(state)
    if state.phase is Phase.REFILL and not (gaps(state) and state.face_down):
        return circuit_over(state)
    return state
