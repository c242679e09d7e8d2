"""Elections: the Dictator, the circuit and its votes, tokens that move on (I20–I26, I28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.errors import IllegalMove, SeatName
from companion.games.magistratvm.ending import circuit_over
from companion.games.magistratvm.gold import BANK, PREFECT, moved
from companion.games.magistratvm.moves import Count, Dictate, Lend, Redistribute, StartCircuit
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.phases import check_phase, check_player, check_seat, contested
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
    replaced_at,
    value,
)
from companion.locale import Message


def begin(state: State) -> State:
    """Begin the elections once all have passed.

    The Dictator comes first; without a token in any Province the Dictator returns to the Estate (I20).
    """
    state = replace(state, passes=0)
    dictator = dictator_of(state)
    if dictator is None:
        return _prepared(state)
    if state.placed(dictator.player):
        return replace(state, phase=Phase.DICTATOR)
    return _prepared(state.without(dictator))


def dictator_of(state: State) -> Magistrate | None:
    """Return the Dictator, if there is one."""
    return next(iter(state.magistrates_in(Office.DICTATOR)), None)


def dictate(state: State, move: Dictate) -> State:
    """Win a Province with an own token outright (I20).

    All its tokens return to their owners, and the Dictator becomes Governor or returns to the Estate.
    """
    check_phase(state, Phase.DICTATOR, "I20")
    dictator = dictator_of(state)
    assert dictator is not None
    check_player(dictator.player, move.player, "I20")
    province = contested(state, move.tile, "I20")
    if not province.tokens[move.player]:
        raise IllegalMove("I20", Message("you have no token at {tile}", {"tile": move.tile.wording()}))
    return _prepared(_won(state.without(dictator), province, move.player, move.governs))


def _prepared(state: State) -> State:
    if not state.contested:
        return circuit_over(state)
    return replace(state, phase=Phase.START)


def start_circuit(state: State, move: StartCircuit) -> State:
    """Put the Prefect's gold on the first Province, where it stays (I21)."""
    check_phase(state, Phase.START, "I21")
    check_player(state.prefect, move.player, "I21")
    contested(state, move.tile, "I21")
    gold = Moved("I21", state.prefect_gold, PREFECT, Purse(Place.PROVINCE, None, move.tile))
    state = moved(state, gold)
    tiles = [province.tile for province in state.contested]
    first = tiles.index(move.tile)
    return next_election(state, Voting((*tiles[first:], *tiles[:first]), (0,) * state.seats))


def next_election(state: State, voting: Voting) -> State:
    """Let the next Province vote, or end the circuit."""
    if not voting.to_vote:
        return circuit_over(replace(state, voting=None))
    voting = replace(voting, lent=(0,) * state.seats, leaving=(), lenders=())
    return replace(state, voting=voting, phase=Phase.ELECTION)


def votes(state: State) -> Mapping[int, int]:
    """Return the votes of all players who have some in the voting Province: tokens plus lent influence (I22)."""
    province, voting = _voting(state)
    counted = {seat: own + voting.lent[seat] for seat, own in enumerate(province.tokens)}
    return {seat: all_votes for seat, all_votes in counted.items() if all_votes}


def lend(state: State, move: Lend) -> State:
    """Make a Magistrate inactive for its owner's votes or a rival's (I22)."""
    check_phase(state, Phase.ELECTION, "I22")
    check_seat(state, move.player, "I22")
    check_seat(state, move.to, "I22")
    if not state.active(move.player, move.office) or not move.office.influence:
        raise IllegalMove("I22", Message("you have no active {office}", {"office": move.office.wording()}))
    province, voting = _voting(state)
    if not (province.tokens[move.to] or state.options.votes_without_tokens):
        raise IllegalMove("I22", Message("{name} has no token there to add to", {"name": SeatName(move.to)}))
    if state.options.one_vote_each and move.player in voting.lenders:
        raise IllegalMove("I22", Message("one Magistrate of each player votes in a Province, and yours has voted"))
    lent = replaced_at(voting.lent, move.to, voting.lent[move.to] + move.office.influence)
    voting = replace(voting, lent=lent, lenders=(*voting.lenders, move.player))
    return replace(state.with_inactive(move.player, move.office), voting=voting)


def winner(state: State) -> int | None:
    """Return the winner of the voting Province by the present votes.

    That takes more votes than all others together, and tokens of at least the Province's value (I23). In the last
    circuit the most votes win (I28).
    """
    counted, (province, _) = votes(state), _voting(state)
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
    counted, (province, _) = votes(state), _voting(state)
    least = tuple(seat for seat in counted if counted[seat] == min(counted.values()))
    if state.final:
        least = tuple(counted)
    elif len(least) == len(counted) or (has_majority(counted) and not state.options.low_majority_removes):
        return ()
    return tuple(seat for seat in least if province.tokens[seat])


def count(state: State, move: Count) -> State:
    """Count the votes: the Province is won, stays contested, or is discarded (I24–I26, I28)."""
    check_phase(state, Phase.ELECTION, "I22")
    check_player(state.prefect, move.player, "I22")
    province, _ = _voting(state)
    best = winner(state)
    if best is not None:
        losers = [seat for seat, own in enumerate(province.tokens) if own and seat != best]
        return _moving_on(_won(state, province, best), province, losers)
    going = leaving_players(state)
    if state.final:
        return _moving_on(_discarded(state, province), province, going)
    stay = tuple(0 if seat in going else own for seat, own in enumerate(province.tokens))
    return _moving_on(state.with_province(replace(province, tokens=stay)), province, going)


def redistribute(state: State, move: Redistribute) -> State:
    """Move tokens to Provinces that have not voted; the rest return to their owner (I26)."""
    check_phase(state, Phase.REDISTRIBUTION, "I26")
    voting = state.voting
    assert voting is not None
    first, *others = voting.leaving
    check_player(first.player, move.player, "I26")
    for put in move.to:
        if put.tile not in voting.to_vote:
            raise IllegalMove("I26", Message("{tile} does not vote any more", {"tile": put.tile.wording()}))
        if put.tokens < 1 or [one.tile for one in move.to].count(put.tile) > 1:
            raise IllegalMove("I26", Message("1 token or more goes to each Province, named once"))
    total = sum(put.tokens for put in move.to)
    if total > first.tokens:
        raise IllegalMove(
            "I26", Message("you have {n} tokens to set down, not {given}", {"n": first.tokens, "given": total})
        )
    for put in move.to:
        state = state.with_tokens(put.tile, move.player, put.tokens)
    if not others:
        return next_election(state, voting)
    return replace(state, voting=replace(voting, leaving=tuple(others)))


def _voting(state: State) -> tuple[Province, Voting]:
    assert state.voting is not None
    province = state.province(state.voting.to_vote[0])
    assert province is not None
    return province, state.voting


def _gone(state: State, province: Province) -> State:
    """Remove a Province from the circuit, and its tokens to their owners."""
    return replace(state, circuit=tuple(None if one == province else one for one in state.circuit))


def _won(state: State, province: Province, seat: int, governed: bool = False) -> State:
    won = Decided(province.tile, province.gold, governed)
    return replace(_gone(state, province), decided=replaced_at(state.decided, seat, (*state.decided[seat], won)))


def _discarded(state: State, province: Province) -> State:
    gold = Moved("I28", province.gold, Purse(Place.PROVINCE, None, province.tile), BANK)
    state = moved(state, gold)
    empty = state.province(province.tile)
    assert empty is not None
    return replace(_gone(state, empty), discarded=(*state.discarded, province.tile))


def _moving_on(state: State, province: Province, losers: Sequence[int]) -> State:
    """Redistribute tokens clockwise from the Prefect's left; after a circuit's last election all return (I26)."""
    assert state.voting is not None
    left = state.voting.to_vote[1:]
    order = state.clockwise_from(state.left_of(state.prefect))
    going = tuple(Leaving(seat, province.tokens[seat]) for seat in order if seat in losers)
    if not (left and going):
        return next_election(state, replace(state.voting, to_vote=left))
    voting = replace(state.voting, to_vote=left, lent=(0,) * state.seats, leaving=going)
    return replace(state, voting=voting, phase=Phase.REDISTRIBUTION)
