"""Players' decisions: those of the phase, on notes, and corrections (H5–H16)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.decisions import Decision, choose
from companion.games.declared import Move, Names
from companion.games.sorcerous_futures.auctions import deal, offers
from companion.games.sorcerous_futures.bidding import bids, open_hands
from companion.games.sorcerous_futures.correction_decisions import corrections
from companion.games.sorcerous_futures.ending import shows, turn_up
from companion.games.sorcerous_futures.notes import note
from companion.games.sorcerous_futures.state import Phase, State
from companion.locale import Message


def decisions(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Return the decisions of the phase, and those on players' notes."""
    match state.phase:
        case Phase.DEAL:
            yield from deal(state)
        case Phase.CHOOSE:
            yield from offers(state)
        case Phase.OPEN:
            yield from bids(state, names)
        case Phase.CLOSED:
            yield from open_hands(state, names)
        case Phase.TURN_UP:
            yield from turn_up(state)
        case Phase.SHOW:
            yield from shows(state)
    if not state.over:
        yield from (note(state, seat, names) for seat in range(state.seats))
    kinds = tuple(corrections(state, names))
    what = Message("What is different on the table?")
    yield choose("correct", Message("Correct"), what, kinds, optional=True, makes=("correct",))
