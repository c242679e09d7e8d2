"""The end of a turn: new Provinces, active Magistrates, gold returned; and the last circuit (I27, I28)."""

from dataclasses import replace

from companion.games.magistratvm.gold import BANK, estate, moved
from companion.games.magistratvm.state import Magistrate, Moved, Phase, State


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
        return turn_over(state)
    return replace(state, phase=Phase.REFILL) if state.face_down else too_few_tiles(state)


def too_few_tiles(state: State) -> State:
    """Begin the last circuit, at once or by the option after a full turn; none if nothing is contested (I28)."""
    state = replace(state, final=True)
    if not state.contested:
        return replace(state, phase=Phase.OVER)
    return turn_over(state) if state.options.last_after_turn else replace(state, phase=Phase.START)


def turn_over(state: State) -> State:
    """Turn every mark to 12 o'clock, and return the gold of the Estates (I27)."""
    for seat, gold in enumerate(state.gold):
        state = moved(state, Moved("I27", gold, estate(seat), BANK))
    ready = tuple(Magistrate(one.office, one.player, True) for one in state.magistrates)
    return replace(state, magistrates=ready, turn=state.turn + 1, phase=Phase.INCOME)
