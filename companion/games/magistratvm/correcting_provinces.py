"""Corrections to where Provinces lie: in an Estate, in the circuit, discarded or face down."""

from __future__ import annotations

from dataclasses import replace

from companion.games.errors import IllegalMove
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.correction_checks import CORRECTION, check_settled, check_was, decided_with_owner
from companion.games.magistratvm.ending import gaps
from companion.games.magistratvm.gold import BANK, moved
from companion.games.magistratvm.phases import check_seat
from companion.games.magistratvm.state import Decided, Moved, Phase, Place, Province, Purse, State, replaced_at
from companion.locale import Message
from companion.pieces.piecepack import Tile


def won(state: State, fact: f.WonFact) -> State:
    """Set the player who has won a Province. Without one it lies in the circuit again, in the first free place.

    Its gold stays on it, its Governor and its tokens return to their owners.
    """
    owner, own = decided_with_owner(state, fact.tile)
    check_was(fact.was, owner)
    if fact.now is not None:
        check_seat(state, fact.now, "I24")
    if fact.now == fact.was:
        return state
    contested = state.province(fact.tile)
    if contested is not None or fact.now is None:
        _check_circuit(state)
    gold = own.gold if own is not None else contested.gold if contested is not None else 0
    state = _picked_up(state, fact.tile)
    if fact.now is not None:
        taken = (*state.decided[fact.now], Decided(fact.tile, gold))
        return replace(state, decided=replaced_at(state.decided, fact.now, taken))
    free = gaps(state)
    if not free:
        raise IllegalMove("I2", Message("the circuit has no free place for {tile}", {"tile": fact.tile.wording()}))
    province = Province(fact.tile, (0,) * state.seats, gold)
    return replace(state, circuit=replaced_at(state.circuit, free[0], province))


def discarded(state: State, fact: f.DiscardedFact) -> State:
    """Set the discarded Provinces; the gold on new ones goes to the bank."""
    check_was(fact.was, state.discarded, lambda tiles: sorted(map(str, tiles)))
    if len(set(fact.now)) < len(fact.now):
        raise IllegalMove("I1", Message("each Province is discarded once"))
    for tile in fact.now:
        if tile in state.discarded:
            continue
        owner, own = decided_with_owner(state, tile)
        contested = state.province(tile)
        if contested is not None:
            _check_circuit(state)
        gold = own.gold if own is not None else contested.gold if contested is not None else 0
        state = moved(state, Moved(CORRECTION, gold, Purse(Place.PROVINCE, owner, tile), BANK))
        state = _picked_up(state, tile)
    return replace(state, discarded=fact.now)


def face_down(state: State, fact: f.FaceDownFact) -> State:
    """Set the number of tiles face down; all tiles together are 24 at most."""
    check_was(fact.was, state.face_down)
    if fact.now < 0:
        raise IllegalMove("I2", Message("there cannot be {n} tiles", {"n": fact.now}))
    return replace(state, face_down=fact.now)


def _picked_up(state: State, tile: Tile) -> State:
    """Remove a tile from wherever it lies open."""
    return replace(
        state,
        circuit=tuple(None if one is not None and one.tile == tile else one for one in state.circuit),
        decided=tuple(tuple(one for one in own if one.tile != tile) for own in state.decided),
        discarded=tuple(one for one in state.discarded if one != tile),
    )


def _check_circuit(state: State) -> None:
    """Refuse changes of the circuit while a choice depends on it, and before the first Prefect is known."""
    check_settled(state)
    if state.phase is Phase.ROLL:
        raise IllegalMove("I5", Message("first roll for the Prefect"))
