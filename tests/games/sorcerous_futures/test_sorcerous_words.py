"""Every sentence by which a move of Sorcerous Futures or a table is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.games.errors import IllegalMove, UnplayableSetup
from companion.games.sorcerous_futures.facts import CrownFact, GoldFact, MiddleFact, ValuationFact
from companion.games.sorcerous_futures.moves import (
    Bid,
    Bids,
    Correct,
    Deal,
    Move,
    Note,
    Offer,
    Pass,
    Show,
    TurnUp,
    apply,
)
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.setup import Setup, start
from companion.games.sorcerous_futures.state import AUCTIONS, Notes, State, Valuation
from companion.pieces import Card
from tests.cases import each
from tests.games.sorcerous_futures.by_hand import (
    FOUR,
    THREE,
    UNDER,
    dealt,
    open_auction,
    sold,
)
from tests.games.sorcerous_futures.moments import (
    CHOOSE,
    CM,
    CW,
    CY,
    LAY_FIVE,
    OWN,
    SHOW,
    closed,
    dealt_three,
    noting,
    over,
)
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations

NOT_YET = "is not what the game waits for; "


DRAWN = "only the sly Excuse's player has drawn the valuations"


def twice(place: str) -> Note:
    ace, first, second = cards(place, "2MK", "7SK")
    return Note(0, Notes((Valuation(ace, first), Valuation(ace, second))))


THE_REFUSED: list[tuple[State, Move, str, str]] = [
    (begun(*THREE), Deal(cards("4MS", "4YK")), "H9", "needs 5 cards, there are 2"),
    (begun(*THREE), Offer(0, CW), "H9", NOT_YET + LAY_FIVE),
    (
        begun(*THREE),
        Deal(cards("4MS", "4YK", "5ML", "5SW", "AM")),
        "H2",
        "Ace of Moons is neither a number card nor a Pawn of the deck",
    ),
    (begun(*THREE), Deal(cards("4MS", "4YK", "5ML", "5SW", "4MS")), "H2", "The Mountain lies somewhere else already"),
    (dealt_three(), Offer(1, CW), "H9", "it is Player 1's answer, not Player 2's"),
    (dealt_three(), Offer(0, Card.parse("9LK")), "H9", "The Merchant does not lie in the middle; there are {middle}"),
    (dealt_three(), Deal(cards("9LK")), "H13", NOT_YET + CHOOSE),
    (open_auction(begun(*THREE), "4MS"), Bid(1, 4), "H10", "must be more than 4 gold, and is 4"),
    (open_auction(begun(*THREE), "4MS"), Bid(1, 91), "H12", "you have 90 gold, and bid 91"),
    (open_auction(begun(*THREE), "4MS"), Pass(2), "H10", "it is Player 2's answer, not Player 3's"),
    (
        open_auction(begun(*THREE), "4MS"),
        Bids((1, 2, 3)),
        "H11",
        NOT_YET + "bid more than 4 gold for The Mountain, or pass",
    ),
    (dealt_three(), Offer(0, Card.parse("4MS"), bid=5), "H10", "begins at 4 gold, not 5"),
    (
        dealt(begun(*THREE, opens_at_least=True)),
        Offer(0, Card.parse("4MS"), bid=3),
        "H10",
        "begins at 4 gold or more, not 3",
    ),
    (dealt_three(), Offer(0, Card.parse("4MS"), True, 4), "H11", "a closed auction has no first bid"),
    (closed(), Bids((1, 2)), "H11", "needs 3 bids, there are 2"),
    (closed(), Bids((1, 2, -1)), "H11", "must be 0 gold or more, and is -1"),
    (closed(), Pass(0), "H10", NOT_YET + "write down your bid for {card}"),
    (
        sold(sold(begun(*THREE), 1, (86, 0, 0)), 2),
        Offer(0, Card.parse("5SW")),
        "H10",
        "begins at 5 gold, and you have 4; choose another card, or a closed auction",
    ),
    (dealt_three(), TurnUp(Card.parse("4WL")), "H15", NOT_YET + CHOOSE),
    (sold(begun(*THREE), 10), Deal(()), "H13", NOT_YET + "turn up the card under the Excuse"),
    (sold(begun(*THREE), AUCTIONS), Deal(()), "H13", NOT_YET + SHOW),
    (over(), Deal(()), "H13", NOT_YET + "the game is over"),
    (begun(*THREE), Show(0, OWN, CW), "H16", NOT_YET + LAY_FIVE),
    (sold(begun(*THREE), AUCTIONS), Show(3, (), CW), "H1", "there is no player 4"),
    (
        sold(begun(*THREE), AUCTIONS),
        Show(0, (), CW),
        "H6",
        "needs one card under each of AM AS, and there are those under –",
    ),
    (
        sold(begun(*THREE), AUCTIONS),
        Show(0, valuations({"AM": "2MK", "AK": "7SK"}), CW),
        "H6",
        "needs one card under each of AM AS, and there are those under AM AK",
    ),
    (sold(begun(*THREE), AUCTIONS), Show(0, OWN, Card.parse("AW")), "H4", "Ace of Waves is not a Crown of the deck"),
    (
        sold(begun(*THREE), AUCTIONS),
        Show(0, OWN, CM),
        "H4",
        "Player 1 has the Aces AM AS, and cannot have The Huntress",
    ),
    (
        apply(sold(begun(*THREE), AUCTIONS), Show(0, OWN, CW)),
        Show(0, OWN, CW),
        "H16",
        "Player 1 has shown everything already",
    ),
    (
        apply(sold(begun(*THREE), AUCTIONS), Show(0, OWN, CY)),
        Show(1, valuations({"AW": "2WL", "AL": "3MW"}), CY),
        "H4",
        "{CY} is Player 1's already",
    ),
    (
        apply(sold(begun(*FOUR), AUCTIONS), Show(0, OWN, CY)),
        Show(1, valuations({"AW": "2WL", "AL": "3MW"}), CY),
        "H5",
        "{CY} is Player 1's already",
    ),
    (over(), Note(0), "H7", "everything lies open: there is nothing to note"),
    (begun(*THREE), Note(3), "H1", "there is no player 4"),
    (begun(*THREE), noting(0, AW="2MK"), "H7", "you may check under AM AS, once each, but not under Ace of Waves"),
    (begun(*THREE), twice("AM"), "H7", "you may check under AM AS, once each, but not under Ace of Moons"),
    (begun(*THREE), noting(0, "1CM"), "H7", "you know no other Crown than your own"),
    (begun(*THREE), noting(0, "0CW", "0CY"), "H7", "you know no other Crown than your own"),
    (begun(*THREE), noting(0, "3CW"), "H1", "there is no player 4"),
    (begun(*FOUR), noting(3, "0CW", "2CW"), "H5", "{CW} is noted twice"),
    (begun(*FOUR), noting(3, "0CM"), "H5", "Player 1 has the Aces AM AS, and cannot have The Huntress"),
    (begun(*FOUR), noting(3, drawn=cards("2MK")), "H20", DRAWN),
    (begun(*FOUR, sly_excuse=True), noting(0, drawn=cards("2MK")), "H20", DRAWN),
    (
        begun(*FOUR, sly_excuse=True),
        noting(3, drawn=cards(*UNDER.values(), "9LK")),
        "H20",
        "7 valuations are drawn, not 8",
    ),
    (
        sold(begun(*THREE), AUCTIONS),
        Show(0, valuations({"AM": "2MK", "AS": "2MK"}), CW),
        "H2",
        "The Author lies somewhere else already",
    ),
    (begun(*THREE), noting(0, AM="2MK", AS="2MK"), "H2", "The Author lies somewhere else already"),
    (
        begun(*FOUR, sly_excuse=True),
        noting(3, drawn=cards("2MK", "2MK")),
        "H2",
        "The Author lies somewhere else already",
    ),
    (begun(*THREE), Correct(()), "H1", "name what is different on the table"),
    (begun(*THREE), Correct((GoldFact(0, 89, 4),)), "H1", "the game went on meanwhile; check it, then correct it"),
    (begun(*THREE), Correct((GoldFact(0, 90, -4),)), "H12", "Player 1 cannot have -4 gold"),
    (begun(*THREE), Correct((GoldFact(7, 90, 4),)), "H1", "there is no player 8"),
    (
        begun(*THREE),
        Correct((MiddleFact((), cards("4MS", "4YK", "5ML", "5SW", "5YK", "6LK")),)),
        "H14",
        "more cards than are auctioned: five at a time, 20 in all",
    ),
    (begun(*THREE), Correct((ValuationFact(CM, None, None),)), "H6", "no valuation lies under The Huntress"),
    (begun(*THREE), Correct((CrownFact(0, None, CW), CrownFact(2, None, CW))), "H4", "{CW} is Player 3's already"),
]


@each(("state", "move", "rule", "text"), THE_REFUSED)
def test_a_refused_move_names_its_rule_and_the_numbers(state: State, move: Move, rule: str, text: str) -> None:
    with pytest.raises(IllegalMove) as error:
        apply(state, move)
    next_step = f"; {error.value.next_step}" if error.value.next_step else ""
    assert error.value.rule == rule
    assert f"{error.value.reason}{next_step}" == text.format(
        middle=" ".join(map(str, state.middle)),
        card=state.auction.card.name if state.auction else "",
        CW=CW.name,
        CY=CY.name,
    )


@each(
    ("aces", "rule", "text"),
    [
        (THREE[:2], "H3", "needs Aces for 3 players, there are 2"),
        ((("AM", "CS"), *THREE[1:]), "H3", "The End is not an Ace of the deck"),
        ((("AM", "AM"), *THREE[1:]), "H3", "Ace of Moons lies there twice"),
        ((("AM", "AS", "AW"), ("AL",), ("AY", "AK")), "H3", "each player has 2 Aces, and Player 1 has 3"),
    ],
)
def test_an_impossible_table_of_three_is_refused_with_why(aces: Sequence[Sequence[str]], rule: str, text: str) -> None:
    with pytest.raises(UnplayableSetup) as error:
        start(Options(), Setup(tuple(cards(*own) for own in aces)))
    assert (error.value.rule, str(error.value.reason)) == (rule, text.replace("The End", Card.parse("CS").name))


def test_an_impossible_table_of_four_is_refused_with_why() -> None:
    with pytest.raises(UnplayableSetup) as error:
        start(Options(players=4), Setup(tuple(cards(*own) for own in (("AM",), ("AS",), *THREE[1:]))))
    text = "one player has the Excuse and no Ace, the others 2 Aces each, and Player 1 has 1"
    assert (error.value.rule, str(error.value.reason)) == ("H5", text)
    with pytest.raises(UnplayableSetup) as error:
        start(Options(players=4), Setup(tuple(cards(*own) for own in THREE)))
    assert (error.value.rule, str(error.value.reason)) == ("H5", "needs Aces for 4 players, there are 3")
