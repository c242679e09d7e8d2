"""The spots of the table that a move is about."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.magistratvm import moves as m
from companion.games.magistratvm.moves import Move
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import State
from companion.pieces.piecepack import Tile


def spots_of(state: State, move: Move) -> tuple[str, ...]:
    """Return the Offices and Provinces that a move names; of a token that an Aedile moves, where it lies."""
    return tuple(dict.fromkeys(_spots(state, move)))


def province_spot(state: State, tile: Tile) -> str:
    """Return the spot of a Province: its place in the circuit, or its owner's Estate."""
    places = (place for place, one in enumerate(state.circuit) if one is not None and one.tile == tile)
    return next((f"province-{place}" for place in places), f"won-{tile}")


def _spots(state: State, move: Move) -> Iterator[str]:
    if isinstance(move, m.Redistribute):
        yield from (province_spot(state, put.tile) for put in move.to)
        return
    for name in ("office", "tile") if isinstance(move, m.UseAedile) else ("office", "tile", "to"):
        named = getattr(move, name, None)
        if isinstance(named, Office):
            yield f"office-{named.value}"
        elif isinstance(named, Tile):
            yield province_spot(state, named)
