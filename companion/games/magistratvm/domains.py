"""Fields that several moves and facts of Magistratvm have: their values in a state, and their spots on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from companion.games.declared import Among, Asked, At, Chosen, Names
from companion.games.field_types import Flag, Seat, Typed
from companion.games.magistratvm.gold import Drawn
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Phase, State
from companion.locale import Message
from companion.pieces.piecepack import Tile


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's Magistrate in an Office named elsewhere."""

    player: Seat
    active: Annotated[bool, Flag("inactive", False)]

    def __str__(self) -> str:
        return f"p{self.player}{'' if self.active else '-'}"


def province_spot(state: State, tile: Tile) -> str:
    """Return the spot of a Province: its place in the circuit, or its owner's Estate."""
    places = (place for place, one in enumerate(state.circuit) if one is not None and one.tile == tile)
    return next((f"province-{place}" for place in places), f"won-{tile}")


def province_label(state: State, tile: Tile, names: Names) -> Message:
    """Describe a contested Province with its tokens and gold."""
    province = state.province(tile)
    assert province is not None
    line = tile.wording()
    for seat, tokens in enumerate(province.tokens):
        if tokens:
            line = Message("{these}, {name} {n}", {"these": line, "name": names[seat], "n": tokens})
    return line


def _acting(state: State, _chosen: Chosen) -> tuple[int, ...]:
    return (state.to_act,) if state.phase is Phase.ACTION else ()


def using(office: Office) -> Among:
    """Return the seat that takes an action now, if it has an active Magistrate in this Office."""
    return Among(lambda state, chosen: [seat for seat in _acting(state, chosen) if state.active(seat, office)])


def _own_offices(state: State, chosen: Chosen) -> Iterator[Office]:
    return (office for office in Office if state.active(chosen["player"], office))


def _own_tiles(state: State, chosen: Chosen) -> Iterator[Tile]:
    return (one.tile for one in state.decided[chosen["player"]])


def _those_in_the_way(state: State, chosen: Chosen) -> Iterator[Rival | None]:
    yield None
    yield from rivals(state, chosen["to"])


def rivals(state: State, office: Office) -> Iterator[Rival]:
    """Yield the Magistrates in an Office, equal ones once."""
    return (Rival(one.player, one.active) for one in dict.fromkeys(state.magistrates_in(office)))


_PROVINCE = At(lambda state, tile: (province_spot(state, tile),))
OFFICE_SPOT = At(lambda _state, office: (f"office-{office.value}",))

Acting = Annotated[Seat, Among(_acting)]
"""The player who takes an action now (I13)."""
MovedTo = Annotated[Tile, Among(lambda state, _chosen: [one.tile for one in state.contested])]
"""A contested Province to which something moves."""
Contested = Annotated[MovedTo, _PROVINCE]
"""A contested Province."""
ContestedAsked = Annotated[Contested, Asked("province", Message("Which Province?"), label=province_label)]
"""A contested Province that is asked before anything else."""
Won = Annotated[Tile, Among(_own_tiles), _PROVINCE]
"""A Province that the player has won."""
AnyTile = Annotated[Tile, _PROVINCE]
"""A Province."""
AnyOffice = Annotated[Office, OFFICE_SPOT]
"""An Office."""
OwnOffice = Annotated[AnyOffice, Among(_own_offices), Asked("office", Message("Which Magistrate?"))]
"""An Office in which the player has an active Magistrate."""
Displaced = Annotated[Rival | None, Typed(after="over"), Among(_those_in_the_way)]
"""Whom a Magistrate displaces in the Office to which it goes."""
Provincial = Annotated[tuple[Drawn, ...], Typed(after="from")]
"""What a payment takes from governed Provinces; the rest comes from elsewhere (I8)."""
