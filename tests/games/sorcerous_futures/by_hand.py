"""Games of Sorcerous Futures laid by hand, moments of a game, and what is asked then."""

from collections.abc import Sequence

import pytest

from companion.games.errors import IllegalMove
from companion.games.sorcerous_futures.moves import Bids, Deal, Move, Note, Offer, Show, TurnUp, apply
from companion.games.sorcerous_futures.state import AUCTIONS, HeldCrown, Notes, Phase, State
from companion.pieces import Card
from tests.games.sorcerous_futures.reference import NUMBERS, PAWNS
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations

THREE = (("AM", "AS"), ("AW", "AL"), ("AY", "AK"))


FOUR = (*THREE, ())


UNDER = {"AM": "2MK", "AS": "7SK", "AW": "2WL", "AL": "3MW", "AY": "3SK", "AK": "3LY", "X": "4WL"}


DECK = [code for code in [*NUMBERS, *PAWNS] if code not in UNDER.values()]


LEFT = DECK[-1]
"""The one card that stays in the deck."""


CROWNS = ("CW", "CK", "CS", "CY")


NAMES = ("Ann", "Ben", "Cleo", "Dan")


def after(state: State, *moves: Move) -> State:
    for move in moves:
        state = apply(state, move)
    return state


def refused(state: State, move: Move, rule: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason) as error:
        apply(state, move)
    assert error.value.rule == rule


def dealt(state: State) -> State:
    """With five cards that nobody has seen in the middle."""
    open_codes = list(map(str, state.open_cards()))
    return apply(state, Deal(cards(*[code for code in DECK if code not in open_codes][:5])))


def sold(state: State, auctions: int, bids: Sequence[int] = (0, 0, 0, 0)) -> State:
    """So many closed auctions further, every one with these bids."""
    for _ in range(auctions):
        if state.phase is Phase.TURN_UP:
            state = apply(state, TurnUp(Card.parse(UNDER["X"])))
        if state.phase is Phase.DEAL:
            state = dealt(state)
        state = after(state, Offer(state.player, state.middle[0], closed=True), Bids(tuple(bids[: state.seats])))
    return state


def shown(state: State, crowns: Sequence[str], **under: str) -> State:
    """Everybody shows what they have, some of it other than usual."""
    lying = {**UNDER, **under}
    for seat, crown in enumerate(crowns):
        front = {str(place): lying[str(place)] for place in state.front(seat)}
        state = apply(state, Show(seat, valuations(front), Card.parse(crown)))
    return state


def open_auction(state: State, card: str) -> State:
    """With this card up for an open auction at its rank."""
    others = [code for code in DECK if code != card][:4]
    return after(state, Deal(cards(card, *others)), Offer(state.player, Card.parse(card)))


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
