"""Moments of a game of Sorcerous Futures, and what is asked then."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.sorcerous_futures.moves import (
    Note,
    Offer,
    apply,
)
from companion.games.sorcerous_futures.state import AUCTIONS, HeldCrown, Notes, State
from companion.pieces import Card
from tests.games.sorcerous_futures.by_hand import (
    CROWNS,
    THREE,
    dealt,
    shown,
    sold,
)
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations

CW, CM, CY = cards("CW", "CM", "CY")


OWN = valuations({"AM": "2MK", "AS": "7SK"})


LAY_FIVE = "lay five cards from the deck open in the middle"


CHOOSE = "choose a card and whether its auction is open or closed"


SHOW = "show your Crown and the cards under what lies in front of you"


def noting(seat: int, *crowns: str, drawn: Sequence[Card] = (), **under: str) -> Note:
    held = tuple(HeldCrown(int(crown[0]), Card.parse(crown[1:])) for crown in crowns)
    return Note(seat, Notes(valuations(under), held, tuple(drawn)))


def dealt_three() -> State:
    return dealt(begun(*THREE))


def closed() -> State:
    state = dealt_three()
    return apply(state, Offer(0, state.middle[0], closed=True))


def over() -> State:
    return shown(sold(begun(*THREE), AUCTIONS), CROWNS[:3])
