"""What a table of Sorcerous Futures is told, asked and refused, word for word."""

from collections.abc import Sequence

import pytest

from companion.games.errors import IllegalMove, UnplayableSetup, UnreadableDocument
from companion.games.sorcerous_futures.bidding import sealed, unseal
from companion.games.sorcerous_futures.facts import CrownFact, GoldFact, MiddleFact, ValuationFact
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.hidden_cards import redact_move, seen_by
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
    waiting_for,
)
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.scoring import DecidedBy, Score, SeatScore, score
from companion.games.sorcerous_futures.setup import Setup, start, steps
from companion.games.sorcerous_futures.state import AUCTIONS, Auction, Notes, State, Valuation
from companion.games.sorcerous_futures.table_help import put_away
from companion.pieces import Card
from tests.cases import each
from tests.games.sorcerous_futures.by_hand import (
    CHOOSE,
    CM,
    CW,
    CY,
    FOUR,
    LAY_FIVE,
    NAMES,
    OWN,
    SHOW,
    THREE,
    UNDER,
    closed,
    dealt,
    dealt_three,
    noting,
    open_auction,
    over,
    sold,
)
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations

RITUAL = [
    ("H3", "Put the Excuse face up at the edge of the table: it is nobody's."),
    ("H4", "Ann takes the Crowns of the own Aces: CM CS."),
    ("H4", "Ben takes the Crowns of the own Aces: CW CL."),
    ("H4", "Cleo takes the Crowns of the own Aces: CY CK."),
    ("H4", "Shuffle your two and pass both face down to the right: Ann to Cleo, Ben to Ann and Cleo to Ben."),
    ("H4", "Shuffle the two you got and pass one face down to the left: Ann to Ben, Ben to Cleo and Cleo to Ann."),
    (
        "H4",
        "Shuffle the one you kept with the one you got; pass both to the right: "
        "Ann to Cleo, Ben to Ann and Cleo to Ben.",
    ),
    ("H4", "Shuffle the two you got, take one as your Crown, lay the other aside unseen."),
]


GIVING = [
    ("H5", "Dan, with the Excuse face up in front, takes the six Crowns."),
    ("H5", "Ann gets one of them, face down: CW CL CY CK."),
    ("H5", "Ben gets one of them, face down: CM CS CY CK."),
    ("H5", "Cleo gets one of them, face down: CM CS CW CL."),
    ("H5", "Dan keeps one and lays two aside."),
]


SHUFFLED = ("H2", "Shuffle the 24 numbers and the 4 Pawns.")


DEALT = ("H6", "Deal one face down under each Ace and under the Excuse; the rest is the deck.")


SLY = [
    ("H20", "Dan draws seven of them and views them."),
    ("H20", "Somebody else shuffles those, and deals one under each Ace and under the Excuse."),
]


LAST = [
    ("H7", "View only your Crown and the cards under what lies in front of you."),
    ("H8", "Ann has the Ace of Suns and begins."),
]


@each(
    ("state", "expected"),
    [
        (begun(*THREE), [*RITUAL, SHUFFLED, DEALT, *LAST]),
        (begun(*FOUR), [*GIVING, SHUFFLED, DEALT, *LAST]),
        (begun(*FOUR, sly_excuse=True), [*GIVING, SHUFFLED, *SLY, *LAST]),
        (dealt(begun(*THREE)), []),
        (sold(begun(*THREE), 5), []),
    ],
)
def test_the_setup_steps_word_for_word(state: State, expected: list[tuple[str, str]]) -> None:
    assert [(line.rule, str(line.text)) for line in steps(state, NAMES)] == expected


def seats(*totals: int, front: Sequence[int] = (9, 5, 6)) -> tuple[SeatScore, ...]:
    return tuple(SeatScore(seat, 0, (), total, front[seat]) for seat, total in enumerate(totals))


@each(
    ("worth", "text"),
    [
        (Score(seats(1, 2, 3), (), DecidedBy.UNDECIDED), "what the cards are worth is not shown yet"),
        (Score(seats(1, 2, 3), (2,), DecidedBy.GOLD), "Cleo wins with 3 gold"),
        (Score(seats(0, 0, 0), (1,), DecidedBy.GOLD), "Ben wins with 0 gold"),
        (Score(seats(4, 4, 3), (1,), DecidedBy.VALUATIONS), "Ben wins the tie at 4 gold with 5 in valuations"),
        (
            Score(seats(4, 4, 4, front=(9, 6, 6)), (1, 2), DecidedBy.SHARED),
            "Ben and Cleo share the victory: 4 gold, 6 in valuations",
        ),
    ],
)
def test_who_wins_has_a_sentence(worth: Score, text: str) -> None:
    assert str(worth.why(NAMES)) == text


def test_who_bought_nothing_has_no_total_either_before_all_is_shown() -> None:
    state = sold(begun(*THREE), AUCTIONS, (0, 1, 0))
    state = State(
        state.options, state.aces, (90, *state.gold[1:]), ((), *state.bought[1:]), 0, state.crowns, state.notes
    )
    assert [one.total for one in score(state).seats] == [None, None, None]


def test_each_is_asked_for_their_bid_under_cover_within_their_gold() -> None:
    state = apply(closed(), Correct((GoldFact(1, 90, 7),)))
    card = state.middle[0].name
    for seat, one in enumerate(sealed(state)):
        assert (one.owner, one.kind, str(one.text)) == (seat, "bid", f"write down your bid for {card}")
        assert one.amount is not None
        assert (one.amount.least, one.amount.most, one.amount.text) == (0, state.gold[seat], one.text)
    with pytest.raises(UnreadableDocument, match=r"^bid: must be a whole number, and is a text"):
        sealed(state)[0].check("many")


def test_all_bids_are_one_move_by_seat() -> None:
    assert unseal(closed(), {2: 5, 0: 3, 1: 4}) == Bids((3, 4, 5))
    with pytest.raises(UnreadableDocument, match=r"^bid: must be a whole number, and is a text"):
        unseal(closed(), {0: "many", 1: 1, 2: 1})


def test_every_question_has_a_text() -> None:
    def asked(state: State) -> list[tuple[int, str, str]]:
        return [(one.owner, one.kind, str(one.text)) for one in waiting_for(state)]

    assert open_auction(begun(*THREE), "4MS").auction == Auction(Card.parse("4MS"), False, 0, 4, 1)
    assert asked(begun(*THREE)) == [(0, "deal", LAY_FIVE)]
    assert asked(dealt_three()) == [(0, "choose", CHOOSE)]
    more = "bid more than 4 gold for The Mountain, or pass"
    assert asked(open_auction(begun(*THREE), "4MS")) == [(1, "open", more)]
    assert asked(closed()) == []
    assert asked(sold(begun(*THREE), 10)) == [(1, "turn_up", "turn up the card under the Excuse")]
    end = sold(begun(*THREE), AUCTIONS)
    assert asked(end) == [(seat, "show", SHOW) for seat in range(3)]
    assert asked(apply(end, Show(0, OWN, CW))) == [(1, "show", SHOW), (2, "show", SHOW)]
    assert asked(over()) == []


def test_notes_are_their_owners_until_everything_lies_open() -> None:
    own = noting(0, "0CW", AM="2MK")
    state = apply(apply(begun(*THREE), own), noting(1, "1CM"))
    assert [bool(one.crowns) for one in seen_by(state, 0).notes] == [True, False, False]
    assert [bool(one.crowns) for one in seen_by(state, None).notes] == [False, False, False]
    assert (redact_move(state, own, 0), redact_move(state, own, 1), redact_move(state, own, None)) == (
        own,
        Note(0),
        Note(0),
    )
    assert redact_move(state, Pass(1), 0) == Pass(1)
    end = over()
    assert seen_by(end, None) is end
    assert redact_move(end, own, None) == own


def test_what_is_not_shown_is_worth_nothing_yet_and_what_lies_open_is() -> None:
    worth = score(apply(sold(begun(*THREE), AUCTIONS), Show(0, OWN, CW)))
    every = [one for seat in worth.seats for card in seat.cards for one in card.suits]
    assert {one.value for one in every if one.suit.value == "M"} == {2}
    assert {one.value for one in every if one.suit.value == "S"} == {7}
    assert {one.value for one in every if one.suit.value in "WLYK"} == {None}
    assert all(tuple(one.suit for one in card.suits) == card.card.suits for seat in worth.seats for card in seat.cards)
    assert {card.paid for seat in worth.seats for card in seat.cards} == {0}
    assert (worth.winners, worth.decided_by) == ((), DecidedBy.UNDECIDED)
    assert (worth.seats[0].in_front, worth.seats[1].in_front) == (9, None)
    assert (worth.seats[0].total, worth.winners) == (None, ())


def test_a_game_is_put_away_without_turning_up_hidden_cards() -> None:
    def bags(state: State) -> dict[str, list[str]]:
        sections = put_away(seen_by(state, None), NAMES[: state.seats])
        return {str(section.title): [str(line.text) for line in section.lines] for section in sections}

    state = apply(sold(begun(*THREE), 2, (3, 0, 0)), noting(1, "1CM", AW="8WL"))
    expected = bags(state)
    assert expected["Ann’s bag"][0] == "84 gold" and expected["Ann’s bag"][1].count("(") == 2
    assert expected["Ben’s bag"] == [
        "90 gold",
        "Ace of Waves (AW), and face down behind it the card under it, unseen",
        "Ace of Leaves (AL), and face down behind it the card under it, unseen",
        "The Crown, face down",
    ]
    rest = expected["The cards that nobody has"]
    assert rest[0].startswith("In the middle: ") and rest[0].count("(") == 3
    assert rest[1:] == [
        "The Excuse (X), and face down behind it the card under it, unseen",
        "The deck, face down, in its order: 16",
        "The Crowns that nobody has, face down, unseen",
    ]
    later = apply(sold(begun(*THREE), 10), TurnUp(Card.parse("4WL")))
    assert bags(later)["The cards that nobody has"][0].startswith("The Excuse (X), and the card under it: ")
    assert bags(begun(*FOUR))["Dan’s bag"][1].startswith("The Excuse (X), and face down")
    assert not [line for lines in expected.values() for line in lines if "Huntress" in line or "8WL" in line]
    assert bags(over())["Ann’s bag"][-1].endswith("(CW)")


def test_what_the_sly_excuse_drew_is_shown_to_its_player_alone() -> None:
    drawn = cards("2MK", "2SY", "2WL", "3MW", "3SK", "3LY", "4MS")
    state = apply(begun(*FOUR, sly_excuse=True), noting(3, "1CM", drawn=drawn))
    text = [str(line) for line in SORCEROUS_FUTURES.view(state, NAMES, 3).remarks]
    assert text[0].endswith("noted: Ben has The Huntress") and text[1].startswith("Dan noted as drawn: The Author, ")
    assert not SORCEROUS_FUTURES.view(state, NAMES, None).remarks


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
