"""Elections: the Dictator, the circuit and its votes, tokens that move on (I20–I26, I28)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.declared import replaced_at
from companion.games.magistratvm.ending import circuit_over
from companion.games.magistratvm.gold import BANK, moved
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import (
    Decided,
    Leaving,
    Magistrate,
    Moved,
    Phase,
    Place,
    Province,
    Purse,
    State,
    Voting,
    value,
)


def begin(state: State) -> State:
    """Begin the elections once all have passed.

    The Dictator comes first; without a token in any Province the Dictator returns to the Estate (I20).
    """
    state = replace(state, passes=0)
    dictator = dictator_of(state)
    if dictator is None:
        return prepared(state)
    if state.placed(dictator.player):
        return replace(state, phase=Phase.DICTATOR)
    return prepared(state.without(dictator))


def dictator_of(state: State) -> Magistrate | None:
    """Return the Dictator, if there is one."""
    return next(iter(state.magistrates_in(Office.DICTATOR)), None)


def prepared(state: State) -> State:
    """Return the state in which the Prefect chooses the first Province, if any is contested."""
    if not state.contested:
        return circuit_over(state)
    return replace(state, phase=Phase.START)


def next_election(state: State, voting: Voting) -> State:
    """Let the next Province vote, or end the circuit."""
    if not voting.to_vote:
        return circuit_over(replace(state, voting=None))
    voting = replace(voting, lent=(0,) * state.seats, leaving=(), lenders=())
    return replace(state, voting=voting, phase=Phase.ELECTION)


def votes(state: State) -> Mapping[int, int]:
    """Return the votes of all players who have some in the voting Province: tokens plus lent influence (I22)."""
    province, voting = voting_now(state)
    counted = {seat: own + voting.lent[seat] for seat, own in enumerate(province.tokens)}
    return {seat: all_votes for seat, all_votes in counted.items() if all_votes}


def winner(state: State) -> int | None:
    """Return the winner of the voting Province by the present votes.

    That takes more votes than all others together, and tokens of at least the Province's value (I23). In the last
    circuit the most votes win (I28).
    """
    counted, (province, _) = votes(state), voting_now(state)
    if not counted:
        return None
    best = max(counted, key=lambda seat: counted[seat])
    if state.final:
        return best if list(counted.values()).count(counted[best]) == 1 else None
    if not has_majority(counted):
        return None
    reached = counted[best] if state.options.value_by_votes else province.tokens[best]
    return best if reached >= value(province.tile) else None


def has_majority(counted: Mapping[int, int]) -> bool:
    """Return whether a player has more votes than all others together (I23)."""
    return bool(counted) and 2 * max(counted.values()) > sum(counted.values())


def leaving_players(state: State) -> tuple[int, ...]:
    """Return the players who remove their tokens if nobody wins (I25).

    These are the players with the fewest votes, unless all votes are equal. Whether a majority below the value removes
    anybody is an option. In the last circuit, where the Province is discarded, all players remove their tokens (I28).
    """
    counted, (province, _) = votes(state), voting_now(state)
    least = tuple(seat for seat in counted if counted[seat] == min(counted.values()))
    if state.final:
        least = tuple(counted)
    elif len(least) == len(counted) or (has_majority(counted) and not state.options.low_majority_removes):
        return ()
    return tuple(seat for seat in least if province.tokens[seat])


def voting_now(state: State) -> tuple[Province, Voting]:
    """Return the Province that votes now, and the election."""
    assert state.voting is not None
    province = state.province(state.voting.to_vote[0])
    assert province is not None
    return province, state.voting


def _gone(state: State, province: Province) -> State:
    """Remove a Province from the circuit, and its tokens to their owners."""
    return replace(state, circuit=tuple(None if one == province else one for one in state.circuit))


def won(state: State, province: Province, seat: int, governed: bool = False) -> State:
    """Return the state after a seat has won a Province."""
    won = Decided(province.tile, province.gold, governed, state.circuits)
    return replace(_gone(state, province), decided=replaced_at(state.decided, seat, (*state.decided[seat], won)))


def discarded(state: State, province: Province) -> State:
    """Return the state after a Province is discarded; its gold goes to the bank (I28)."""
    gold = Moved("I28", province.gold, Purse(Place.PROVINCE, None, province.tile), BANK)
    state = moved(state, gold)
    empty = state.province(province.tile)
    assert empty is not None
    return replace(_gone(state, empty), discarded=(*state.discarded, province.tile))


def moving_on(state: State, province: Province, losers: Sequence[int]) -> State:
    """Redistribute tokens clockwise from the Prefect's left; after a circuit's last election all return (I26)."""
    assert state.voting is not None
    left = state.voting.to_vote[1:]
    order = state.clockwise_from(state.left_of(state.prefect))
    going = tuple(Leaving(seat, province.tokens[seat]) for seat in order if seat in losers)
    if not (left and going):
        return next_election(state, replace(state.voting, to_vote=left))
    voting = replace(state.voting, to_vote=left, lent=(0,) * state.seats, leaving=going)
    return replace(state, voting=voting, phase=Phase.REDISTRIBUTION)
