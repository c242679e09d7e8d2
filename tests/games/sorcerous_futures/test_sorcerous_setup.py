"""Each rule by its number in docs/rules/sorcerous-futures.md: the setup, and twenty auctions, open and closed."""

import itertools
from collections.abc import Sequence

import pytest

from companion.games.errors import IllegalMove, UnplayableSetup
from companion.games.sorcerous_futures.bidding import sealed
from companion.games.sorcerous_futures.moves import Bid, Bids, Deal, Note, Offer, Pass, Show, TurnUp, apply, waiting_for
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.setup import PASSES, Setup, crowns_for, start, steps
from companion.games.sorcerous_futures.state import AUCTIONS, HeldCrown, Notes, Phase, Valuation
from companion.pieces import Card
from tests.cases import each
from tests.games.sorcerous_futures.by_hand import (
    CROWNS,
    FOUR,
    NAMES,
    THREE,
    UNDER,
    after,
    dealt,
    open_auction,
    refused,
    shown,
    sold,
)
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations


def test_H9_five_cards_lie_open_and_the_active_player_picks_one_and_the_kind() -> None:
    state = begun(*THREE)
    refused(state, Deal(cards("4MS", "4YK")), "H9", "needs 5 cards, there are 2")
    refused(state, Offer(0, Card.parse("4MS")), "H9", "Lay five cards")
    state = dealt(state)
    refused(state, Offer(1, state.middle[0]), "H9", "it is Player 1's answer, not Player 2's")
    refused(state, Offer(0, Card.parse("9LK")), "H9", "The Merchant does not lie in the middle")
    assert apply(state, Offer(0, state.middle[3], closed=True)).phase is Phase.CLOSED
    assert apply(state, Offer(0, state.middle[3])).phase is Phase.OPEN


@each(("card", "gold"), [("4MS", 4), ("9LK", 9), ("PMSL", 10)])
def test_H10_an_open_auction_begins_at_the_rank_and_at_10_for_a_pawn(card: str, gold: int) -> None:
    state = open_auction(begun(*THREE), card)
    assert state.auction is not None
    assert (state.auction.leader, state.auction.bid, state.auction.to_bid) == (0, gold, 1)


def test_H10_the_first_bid_is_exactly_the_rank_unless_the_table_plays_at_least() -> None:
    usual, other = dealt(begun(*THREE)), dealt(begun(*THREE, opens_at_least=True))
    card = Card.parse("4MS")
    for bid in (3, 5):
        refused(usual, Offer(0, card, bid=bid), "H10", f"begins at 4 gold, not {bid}")
    refused(other, Offer(0, card, bid=3), "H10", "begins at 4 gold or more, not 3")
    raised = apply(other, Offer(0, card, bid=5)).auction
    assert raised is not None
    assert raised.bid == 5
    refused(other, Offer(0, card, bid=91), "H12", "you have 90 gold, and bid 91")


def test_H10_each_other_player_bids_higher_or_passes_once_and_the_active_one_once_more() -> None:
    state = open_auction(begun(*THREE), "4MS")
    refused(state, Bid(2, 8), "H10", "it is Player 2's answer")
    refused(state, Bid(1, 4), "H10", "must be more than 4 gold, and is 4")
    state = after(state, Bid(1, 6), Pass(2))
    assert [one.owner for one in waiting_for(state)] == [0]
    assert after(state, Bid(0, 7)).gold == (83, 90, 90)
    assert after(state, Pass(0)).gold == (90, 84, 90)
    assert [str(one.card) for one in after(state, Pass(0)).bought[1]] == ["4MS"]


def test_H10_nobody_is_asked_to_outbid_themselves() -> None:
    state = after(open_auction(begun(*THREE), "4MS"), Pass(1), Pass(2))
    assert state.gold == (86, 90, 90)
    assert state.phase is Phase.CHOOSE


def test_H10_whoever_cannot_pay_the_rank_opens_no_open_auction() -> None:
    state = sold(sold(begun(*THREE), 1, (86, 0, 0)), 2)
    refused(state, Offer(0, Card.parse("5SW")), "H10", "begins at 5 gold, and you have 4")
    assert apply(state, Offer(0, Card.parse("5SW"), closed=True)).phase is Phase.CLOSED


def test_H11_in_a_closed_auction_the_highest_bid_pays_and_takes() -> None:
    state = sold(begun(*FOUR), 1, (1, 9, 8, 0))
    assert state.gold == (90, 81, 90, 90)


@each(("bids", "winner"), [((5, 5, 5), 1), ((5, 4, 5), 2), ((5, 0, 0), 0), ((0, 0, 0), 1), ((6, 6, 2), 1)])
def test_H11_a_tie_goes_to_the_first_clockwise_from_the_active_player(bids: tuple[int, ...], winner: int) -> None:
    state = sold(begun(*THREE), 1, (1, 0, 0))
    assert state.player == 1
    taken = sold(state, 1, bids)
    assert len(taken.bought[winner]) == len(state.bought[winner]) + 1
    assert taken.gold[winner] == state.gold[winner] - bids[winner]


def test_H11_everybody_is_asked_under_cover() -> None:
    state = dealt(begun(*FOUR))
    assert sealed(state) == ()
    state = apply(state, Offer(0, state.middle[0], closed=True))
    assert [one.owner for one in sealed(state)] == [0, 1, 2, 3]
    sealed(state)[2].check(90)
    for wrong, reason in ((91, "you have 90 gold, and bid 91"), (-1, "0 gold or more")):
        with pytest.raises(IllegalMove, match=reason):
            sealed(state)[2].check(wrong)


def test_H11_a_closed_auction_has_no_first_bid_and_a_bid_of_everybody() -> None:
    state = dealt(begun(*THREE))
    refused(state, Offer(0, state.middle[0], closed=True, bid=4), "H11", "no first bid")
    state = apply(state, Offer(0, state.middle[0], closed=True))
    refused(state, Bids((1, 2)), "H11", "needs 3 bids, there are 2")
    refused(state, Bids((1, 2, -1)), "H11", "must be 0 gold or more, and is -1")


def test_H12_nobody_bids_more_than_they_have() -> None:
    state = open_auction(begun(*THREE), "4MS")
    refused(state, Bid(1, 91), "H12", "you have 90 gold, and bid 91")
    state = dealt(begun(*THREE))
    refused(apply(state, Offer(0, state.middle[0], closed=True)), Bids((1, 2, 91)), "H12", "you have 90 gold")


def test_H12_without_gold_one_passes_or_bids_nothing() -> None:
    state = sold(begun(*THREE), 1, (0, 90, 0))
    state = after(state, Offer(1, state.middle[0], closed=True))
    refused(state, Bids((0, 1, 0)), "H12", "you have 0 gold, and bid 1")
    state = sold(apply(state, Bids((0, 0, 3))), 1)
    state = after(state, Offer(0, state.middle[0]))
    assert waiting_for(state)[0].answers == (Pass(1),)


def test_H13_the_left_neighbour_is_active_next() -> None:
    state, active = begun(*FOUR), []
    for _ in range(6):
        active.append(state.player)
        state = sold(state, 1, (0, 0, 0, 2))
    assert active == [0, 1, 2, 3, 0, 1]


def test_H13_new_cards_come_only_when_all_five_are_gone() -> None:
    state = sold(begun(*THREE), 4)
    refused(state, Deal(cards("8YK", "9MS", "9WY", "9LK", "PMSL")), "H13", "Choose a card")
    assert sold(state, 1).phase is Phase.DEAL


@each(("aces", "each"), [(THREE, [7, 7, 6]), (FOUR, [5, 5, 5, 5])])
def test_H14_twenty_auctions_and_then_everything_is_shown(aces: Sequence[Sequence[str]], each: list[int]) -> None:
    state = sold(begun(*aces), AUCTIONS)
    assert state.phase is Phase.SHOW
    assert [len(own) for own in state.bought] == each
    assert [one.owner for one in waiting_for(state)] == list(range(state.seats))
    refused(state, Deal(cards("PSWK", "9MS", "9WY", "9LK", "PMSL")), "H13", "Show your Crown")


def test_H15_after_the_second_five_three_players_turn_up_the_card_under_the_excuse() -> None:
    state = sold(begun(*THREE), 10)
    refused(state, Deal(cards("8YK", "9MS", "9WY", "9LK", "PMSL")), "H13", "Turn up the card under the Excuse")
    refused(state, TurnUp(state.bought[0][0].card), "H2", "lies somewhere else already")
    state = apply(state, TurnUp(Card.parse("4WL")))
    assert state.phase is Phase.DEAL
    assert state.valuations == (Valuation(*cards("X", "4WL")),)
    refused(state, TurnUp(Card.parse("4WL")), "H15", "Lay five cards")


def test_H15_with_four_players_it_stays_hidden_to_the_end() -> None:
    assert sold(begun(*FOUR), 10).phase is Phase.DEAL


def test_H1_three_or_four_players_begin_with_90_gold_each() -> None:
    assert begun(*THREE).gold == (90,) * 3
    assert begun(*FOUR).gold == (90,) * 4
    for players in (2, 5):
        with pytest.raises(UnplayableSetup, match=f"3 or 4 players, not {players}") as error:
            start(Options(players=players), Setup(()))
        assert error.value.rule == "H1"


def test_H1_gold_that_is_paid_leaves_the_game() -> None:
    state = sold(begun(*THREE), 1, (3, 5, 4))
    assert state.gold == (90, 85, 90)
    assert [one.gold for one in state.bought[1]] == [5]


def test_H2_numbers_and_pawns_are_dealt_and_no_other_card() -> None:
    state = begun(*THREE)
    for code in ("AM", "CM", "X", "TMWK", "9MS#2"):
        refused(state, Deal(cards("4MS", "4YK", "5ML", "5SW", code)), "H2", "is neither a number card nor a Pawn")


def test_H2_no_card_lies_in_two_places() -> None:
    refused(begun(*THREE), Deal(cards("4MS", "4YK", "5ML", "5SW", "4MS")), "H2", "lies somewhere else already")
    state = sold(begun(*THREE), 5)
    bought = str(state.bought[0][0].card)
    refused(state, Deal(cards(bought, "8YK", "9MS", "9WY", "9LK")), "H2", "lies somewhere else already")


def test_H3_three_players_have_two_aces_each_and_nobody_the_excuse() -> None:
    state = begun(*THREE)
    assert [len(state.front(seat)) for seat in range(3)] == [2, 2, 2]
    for aces in ((("AM", "AS", "AW"), ("AL",), ("AY", "AK")), (("AM", "AM"), ("AW", "AL"), ("AY", "AK")), THREE[:2]):
        with pytest.raises(UnplayableSetup) as error:
            start(Options(), Setup(tuple(cards(*own) for own in aces)))
        assert error.value.rule == "H3"


def test_H3_what_lies_before_a_player_is_an_ace() -> None:
    with pytest.raises(UnplayableSetup, match="not an Ace"):
        begun(("AM", "CS"), *THREE[1:])


def test_H4_the_ritual_leaves_nobody_a_crown_of_their_own_aces_however_it_is_shuffled() -> None:
    shuffles = itertools.product((0, 1), repeat=6)
    left = set()
    for shuffle in shuffles:
        choice = iter(shuffle)
        hands = [[f"{seat}a", f"{seat}b"] for seat in range(3)]
        for number, towards in PASSES:
            passing = [hand[:] if number == 2 else [hand[next(choice)]] for hand in hands]
            for seat, passed in enumerate(passing):
                hands[seat] = [card for card in hands[seat] if card not in passed]
            for seat, passed in enumerate(passing):
                hands[(seat + towards) % 3] += passed
        crowns = [hand[next(choice)] for hand in hands]
        assert not any(crown.startswith(str(seat)) for seat, crown in enumerate(crowns))
        left.add(tuple(crowns))
    assert {crowns[0] for crowns in left} == {"1a", "1b", "2a", "2b"}


def test_H4_the_steps_name_who_passes_what_to_whom() -> None:
    lines = [str(line.text) for line in steps(begun(*THREE), NAMES) if line.rule == "H4"]
    assert lines[0] == "Ann takes the Crowns of the own Aces: CM CS."
    assert "Ann to Cleo, Ben to Ann and Cleo to Ben" in lines[3]
    assert "Ann to Ben, Ben to Cleo and Cleo to Ann" in lines[4]
    assert "Ann to Cleo, Ben to Ann and Cleo to Ben" in lines[5]


def test_H4_a_crown_that_is_shown_matches_no_own_ace_and_is_nobody_elses() -> None:
    state = sold(begun(*THREE), AUCTIONS)
    own = valuations({place: UNDER[place] for place in ("AM", "AS")})
    refused(state, Show(0, own, Card.parse("CM")), "H4", "has the Aces AM AS, and cannot have The Huntress")
    refused(state, Show(0, own, Card.parse("AW")), "H4", "is not a Crown")
    state = apply(state, Show(0, own, Card.parse("CY")))
    refused(state, Show(1, valuations({"AW": "2WL", "AL": "3MW"}), Card.parse("CY")), "H4", "'s already")


def test_H5_of_four_players_one_has_the_excuse_and_the_others_two_aces() -> None:
    state = begun(*FOUR)
    assert [" ".join(map(str, state.front(seat))) for seat in range(4)] == ["AM AS", "AW AL", "AY AK", "X"]
    with pytest.raises(UnplayableSetup, match="one player has the Excuse") as error:
        begun(("AM",), ("AS",), ("AW", "AL"), ("AY", "AK"))
    assert error.value.rule == "H5"


def test_H5_the_steps_name_which_crowns_each_may_get() -> None:
    lines = [str(line.text) for line in steps(begun(*FOUR), NAMES)]
    assert lines[0] == "Dan, with the Excuse face up in front, takes the six Crowns."
    assert lines[1] == "Ann gets one of them, face down: CW CL CY CK."
    assert lines[4] == "Dan keeps one and lays two aside."
    assert list(map(str, crowns_for(begun(*FOUR), 1))) == ["CM", "CS", "CY", "CK"]
    assert len(crowns_for(begun(*FOUR), 3)) == 6


def test_H5_the_excuses_player_knows_every_crown_and_may_note_them() -> None:
    crowns = tuple(HeldCrown(seat, *cards(crown)) for seat, crown in enumerate(("CW", "CM", "CS", "CY")))
    state = apply(begun(*FOUR), Note(3, Notes(crowns=crowns)))
    assert state.notes[3].crowns == crowns
    wrong = Notes(crowns=(HeldCrown(0, *cards("CM")),))
    refused(begun(*FOUR), Note(3, wrong), "H5", "cannot have The Huntress")


def test_H6_one_valuation_lies_under_each_ace_and_under_the_excuse() -> None:
    state = sold(begun(*FOUR), AUCTIONS)
    crown = Card.parse("CW")
    refused(state, Show(0, valuations({"AM": "2MK"}), crown), "H6", "one card under each of AM AS")
    refused(state, Show(3, valuations({"AM": "2MK"}), crown), "H6", "one card under each of X")
    state = shown(state, CROWNS)
    assert {str(one.under): str(one.card) for one in state.valuations} == UNDER
    assert len({*state.open_cards()}) == AUCTIONS + 7


def test_H7_a_player_notes_what_they_may_turn_up_and_nothing_else() -> None:
    state = begun(*THREE)
    own = Notes(valuations({"AM": "2MK", "AS": "PMSL"}), (HeldCrown(0, *cards("CW")),))
    assert apply(state, Note(0, own)).notes == (own, Notes(), Notes())
    for place in ("AW", "X"):
        refused(state, Note(0, Notes(valuations({place: "2MK"}))), "H7", "you may check under AM AS")
    refused(state, Note(0, Notes(crowns=(HeldCrown(1, *cards("CM")),))), "H7", "no other Crown than your own")
    refused(begun(*FOUR), Note(3, Notes(valuations({"AM": "2MK"}))), "H7", "you may check under X")


def test_H7_no_note_makes_anything_else_illegal() -> None:
    noted = apply(begun(*THREE), Note(0, Notes(valuations({"AM": "4MS"}))))
    assert apply(noted, Deal(cards("4MS", "4YK", "5ML", "5SW", "5YK"))).middle[0] == Card.parse("4MS")


def test_H7_once_everything_lies_open_there_is_nothing_to_note() -> None:
    over = shown(sold(begun(*THREE), AUCTIONS), CROWNS[:3])
    refused(over, Note(0), "H7", "everything lies open")


def test_H8_whoever_has_the_ace_of_suns_is_active_first() -> None:
    assert begun(*THREE).player == 0
    assert begun(("AW", "AL"), (), ("AM", "AS"), ("AY", "AK")).player == 2
