"""What players say to set a game of Sorcerous Futures right, question by question."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.decisions import Decision
from companion.games.errors import IllegalMove
from companion.games.fields import Amount, Cards, Field, Pick
from companion.games.sorcerous_futures.decisions import corrections
from companion.games.sorcerous_futures.moves import apply
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.state import EXCUSE, Phase, State, unseen
from companion.pieces import Card
from tests.games.answers import answered
from tests.games.sorcerous_futures.reference_moves import begun, cards, whole_game

NAMES = ("Ann", "Ben", "Cleo", "Dan")
THREE = (("AM", "AS"), ("AW", "AL"), ("AY", "AK"))


def states(seed: int) -> list[State]:
    return [state for _, state, _ in whole_game(seed)[1]]


def ended(seed: int = 0) -> State:
    return states(seed)[-1]


def kinds(state: State) -> dict[str, Decision[Any]]:
    return {str(one.text): one for one in corrections(state, NAMES[: state.seats])}


def part(decision: Decision[Any], *answers: Any) -> Field:
    asked = answered(decision, *answers).missing
    assert asked is not None
    return asked


def set_right(state: State, text: str, *answers: Any) -> State:
    """The state after the decision of this name, answered; nothing more may be asked then."""
    return apply(state, answered(kinds(state)[text], *answers).move())


def offered(asked: Field) -> list[str]:
    assert isinstance(asked, Pick)
    return [str(asked.label(one)) for one in asked.offered]


def a_bought_card(state: State, seat: int) -> Card:
    return state.bought[seat][-1].card


def test_only_what_lies_there_can_lie_there_otherwise() -> None:
    first = ["A player’s gold", "Whose turn it is"]
    assert list(kinds(begun(*THREE))) == [*first, "Stop the game early"]
    every = {text for state in states(0) for text in kinds(state)}
    assert every == {
        *first,
        "Who has a bought card",
        "What was paid for a card",
        "The cards in the middle",
        "A valuation that was shown",
        "A Crown that was shown",
        "Stop the game early",
    }
    assert "Whose turn it is" not in kinds(ended())


def test_cards_that_were_read_wrongly_are_tapped_anew() -> None:
    state = next(one for one in states(0) if one.phase is Phase.CHOOSE)
    asked = part(kinds(state)["The cards in the middle"])
    assert isinstance(asked, Cards)
    assert (asked.chosen, asked.least, asked.most) == (state.middle, 0, 5)
    now = (*state.middle[1:], unseen(state)[0])
    assert set_right(state, "The cards in the middle", now).middle == now


def test_a_bought_card_is_somebody_elses_or_lies_in_the_middle_again() -> None:
    state = next(one for one in states(0) if one.bought[0] and len(one.middle) < 5)
    card = a_bought_card(state, 0)
    who = part(kinds(state)["Who has a bought card"], (card,))
    assert offered(who) == [*NAMES[: state.seats], "nobody: it lies in the middle"]
    after = set_right(state, "Who has a bought card", (card,), 1)
    assert (a_bought_card(after, 1), after.auctions) == (card, state.auctions)
    with pytest.raises(IllegalMove, match="name what is different"):
        set_right(state, "Who has a bought card", (card,), 0)
    back = set_right(state, "Who has a bought card", (card,), state.seats)
    assert (back.middle, back.auctions) == ((*state.middle, card), state.auctions - 1)


def test_what_was_paid_is_set_and_the_gold_stays() -> None:
    state = ended()
    card = a_bought_card(state, 1)
    after = set_right(state, "What was paid for a card", (card,), 11)
    assert after.bought[1][-1].gold == 11
    assert [one.card for one in after.bought[1]] == [one.card for one in state.bought[1]]
    assert after.gold == state.gold


def test_another_valuation_lies_there_and_the_score_follows() -> None:
    state = ended()
    (left,) = unseen(state)
    places = offered(part(kinds(state)["A valuation that was shown"]))
    assert places.count("under the Excuse") == 1 and len(places) == 7
    place = places.index("under Ace of Moons")
    after = set_right(state, "A valuation that was shown", place, (left,))
    assert after.valuation(*cards("AM")) == left
    assert score(after) != score(state)


def test_valuations_that_were_entered_crosswise_change_places() -> None:
    state = ended()
    under = [one.under for one in state.valuations]
    moons, excuse = state.valuation(*cards("AM")), state.valuation(EXCUSE)
    after = set_right(state, "A valuation that was shown", under.index(Card.parse("AM")), (excuse,))
    assert (after.valuation(*cards("AM")), after.valuation(EXCUSE)) == (excuse, moons)


def test_crowns_are_offered_as_the_ritual_deals_them_and_change_hands_if_they_were_entered_crosswise() -> None:
    seats = [(state, a, b) for state in map(ended, range(0, 40, 2)) for a, b in [(0, 1)] if may_swap(state, a, b)]
    state, ann, ben = seats[0]
    asked = part(kinds(state)["A Crown that was shown"], ann)
    assert not {str(ace.suits[0]) for ace in state.aces[ann]} & {card.code[1] for card in asked_cards(asked)}
    after = set_right(state, "A Crown that was shown", ann, (state.crowns[ben],))
    assert after.crowns[ann] == state.crowns[ben] and after.crowns[ben] == state.crowns[ann]


def may_swap(state: State, one: int, other: int) -> bool:
    """Whether neither's Crown matches an Ace of the other."""
    return not any(
        ace.shares_suit_with(crown)
        for seat, crown in ((one, state.crowns[other]), (other, state.crowns[one]))
        if crown is not None
        for ace in state.aces[seat]
    )


def asked_cards(asked: Field) -> tuple[Card, ...]:
    assert isinstance(asked, Cards)
    return asked.offered


def test_gold_and_turn_are_numbers_and_names() -> None:
    state = begun(*THREE)
    assert isinstance(part(kinds(state)["A player’s gold"], 2), Amount)
    assert set_right(state, "A player’s gold", 2, 77).gold == (90, 90, 77)
    assert set_right(state, "Whose turn it is", 1).player == 1
