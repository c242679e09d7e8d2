"""Each rule by its number in docs/rules/sorcerous-futures.md: how the table is set up and who may look at what."""

from __future__ import annotations

import itertools

import pytest

from companion.games.errors import UnplayableSetup
from companion.games.sorcerous_futures.moves import Deal, Note, Show, apply
from companion.games.sorcerous_futures.options import Options
from companion.games.sorcerous_futures.setup import Setup, start
from companion.games.sorcerous_futures.setup_steps import PASSES, crowns_for, steps
from companion.games.sorcerous_futures.state import AUCTIONS, HeldCrown, Notes
from companion.pieces import Card
from tests.games.sorcerous_futures.by_hand import (
    CROWNS,
    FOUR,
    NAMES,
    THREE,
    UNDER,
    refused,
    shown,
    sold,
)
from tests.games.sorcerous_futures.reference_moves import begun, cards, valuations


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
