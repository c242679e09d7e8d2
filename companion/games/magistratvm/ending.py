"""The end of a turn: new Provinces, active Magistrates, gold returned; and the last circuit (I27, I28)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.errors import IllegalMove
from companion.games.magistratvm.gold import BANK, estate, moved
from companion.games.magistratvm.moves import Refill
from companion.games.magistratvm.phases import check_phase
from companion.games.magistratvm.state import Magistrate, Moved, Phase, Province, State, replaced_at
from companion.locale import Message, Wording


def gaps(state: State) -> tuple[int, ...]:
    """Return the places of the circuit without a Province."""
    return tuple(place for place, province in enumerate(state.circuit) if province is None)


def to_lay(state: State) -> int:
    """Return the number of tiles that replace decided Provinces."""
    return min(len(gaps(state)), state.face_down)


def circuit_over(state: State) -> State:
    """End the circuit once every Province has voted."""
    if state.final:
        return replace(state, phase=Phase.OVER)
    if not gaps(state):
        return _turn_over(state)
    return replace(state, phase=Phase.REFILL) if state.face_down else _too_few_tiles(state)


def refill(state: State, move: Refill) -> State:
    """Lay new tiles in place of decided Provinces (I27)."""
    check_phase(state, Phase.REFILL, "I27")
    wanted, places = to_lay(state), [laid.place for laid in move.laid]
    if len(move.laid) != wanted:
        values: Wording = {"n": wanted, "given": len(move.laid)}
        raise IllegalMove(
            "I27",
            Message("needs {n} tile, there are {given}", values, "needs {n} tiles, there are {given}", "n"),
        )
    if not set(places) <= set(gaps(state)) or len(set(places)) < wanted:
        raise IllegalMove(
            "I27",
            Message("the free places are {places}, one tile each", {"places": " ".join(map(str, gaps(state)))}),
        )
    for laid in move.laid:
        if laid.tile in state.known_tiles:
            raise IllegalMove("I1", Message("{tile} was there before", {"tile": laid.tile.wording()}))
        province = Province(laid.tile, (0,) * state.seats)
        state = replace(state, circuit=replaced_at(state.circuit, laid.place, province))
    state = replace(state, face_down=state.face_down - wanted)
    return _too_few_tiles(state) if gaps(state) else _turn_over(state)


def _too_few_tiles(state: State) -> State:
    """Begin the last circuit, at once or by the option after a full turn; none if nothing is contested (I28)."""
    state = replace(state, final=True)
    if not state.contested:
        return replace(state, phase=Phase.OVER)
    return _turn_over(state) if state.options.last_after_turn else replace(state, phase=Phase.START)


def _turn_over(state: State) -> State:
    """Turn every mark to 12 o'clock, and return the gold of the Estates (I27)."""
    for seat, gold in enumerate(state.gold):
        state = moved(state, Moved("I27", gold, estate(seat), BANK))
    ready = tuple(Magistrate(one.office, one.player, True) for one in state.magistrates)
    return replace(state, magistrates=ready, turn=state.turn + 1, phase=Phase.INCOME)
