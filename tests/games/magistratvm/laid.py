"""Tables of Magistratvm laid by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.errors import IllegalMove, UnplayableSetup
from companion.games.magistratvm.moves import CountVotes, Move, Pass, StartCircuit, apply
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import Setup, start
from companion.games.magistratvm.options import PRESETS, Options
from companion.games.magistratvm.state import Decided, Magistrate, Phase, State
from companion.pieces.piecepack import Suit
from tests.games.magistratvm.reference_moves import begun, tile, tiles

CIRCUIT = ("TA4", "TC5", "TM0", "TC3", "TC2", "TM1")
"""Of the document's election: 4 of Arms, 5 of Crowns, null of Moons, 3 and 2 of Crowns, ace of Moons."""
A4, C5, M0, C3, C2, M1 = tiles(*CIRCUIT)
S0, S1 = tiles("TS0", "TS1")
SUSAN, PAUL, QUENTIN, REBECCA = range(4)
NAMES = ("Susan", "Paul", "Quentin", "Rebecca")
T, Q, A, P, C, Z, D = Office


def rome(
    phase: Phase = Phase.ACTION,
    *,
    seats: int = 4,
    gold: int = 30,
    tokens: Mapping[str, Sequence[int]] | None = None,
    offices: str = "",
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> State:
    """A table where Susan is Prefect and everybody has gold.

    ``tokens`` by tile; ``offices`` as ``tribune0 consul3-``: whose Magistrates are there, ``-`` for an inactive one.
    """
    usual = PRESETS["four-players" if seats == 4 else "three-players"]
    state = begun(replace(usual, **(options or {})), *CIRCUIT)
    state = replace(state, phase=phase, rolling=(), gold=(gold,) * seats, **changes)
    for code, lying in (tokens or {}).items():
        for seat, number in enumerate(lying):
            state = state.with_tokens(tile(code), seat, number)
    for one in offices.split():
        active = not one.endswith("-")
        name = one.rstrip("-")
        state = state.with_magistrate(Magistrate(Office(name[:-1]), int(name[-1]), active))
    return state


def won(state: State, seat: int, code: str, *, governed: bool = False, gold: int = 0, circuit: int = 1) -> State:
    """With a Province in somebody's Estate instead of the circuit."""
    own = (*state.decided[seat], Decided(tile(code), gold, governed, circuit))
    left = tuple(None if one is not None and str(one.tile) == code else one for one in state.circuit)
    decided = tuple(own if one == seat else other for one, other in enumerate(state.decided))
    return replace(state, decided=decided, circuit=left)


def after(state: State, *moves: Move) -> State:
    for move in moves:
        state = apply(state, move)
    return state


def refused(state: State, move: Move, rule: str, reason: str | None = None) -> None:
    with pytest.raises(IllegalMove, match=reason) as error:
        apply(state, move)
    assert error.value.rule == rule


def all_pass(state: State) -> State:
    for _ in range(state.seats):
        state = apply(state, Pass(state.to_act))
    return state


def election(code: str, tokens: Sequence[int], offices: str = "", **options: Any) -> State:
    """An election in this Province, the first of the circuit."""
    state = rome(Phase.START, seats=len(tokens), tokens={code: tokens}, offices=offices, options=options)
    return apply(state, StartCircuit(SUSAN, tile(code)))


def counted(state: State, times: int = 1) -> State:
    return after(state, *(CountVotes(state.prefect) for _ in range(times)))


def magistrates_in(state: State, office: Office) -> list[tuple[int, bool]]:
    return [(one.player, one.active) for one in state.magistrates_in(office)]


def lying(state: State, code: str) -> tuple[int, ...]:
    """Everybody's tokens beside a contested Province."""
    province = state.province(tile(code))
    assert province is not None
    return province.tokens


def unplayable(rule: str, reason: str, options: Options, codes: tuple[str, ...], suits: str = "SMCA") -> None:
    with pytest.raises(UnplayableSetup, match=reason) as error:
        start(options, Setup(tiles(*codes), tuple(map(Suit.parse, suits))))
    assert error.value.rule == rule
