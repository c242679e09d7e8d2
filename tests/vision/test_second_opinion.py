"""What two witnesses make of a card together; no network is asked, their readings are given."""

import numpy as np

from companion.pieces import DECK, Card
from companion.table.sightings import CardSighting, Face
from companion.vision.cards.index_strips import NO_INDEX
from companion.vision.cards.strip_pairing import IndexedCard
from companion.vision.decks.cross_check import second_opinion
from tests.cases import each


def sighting(code: str, x: float, confidence: float, sure: bool) -> CardSighting:
    corners = ((x, 0.0), (x + 100, 0.0), (x + 100, 140.0), (x, 140.0))
    return CardSighting(corners, Face.UP, ((Card.parse(code), confidence),), sure)


def index(code: str, x: float, confidence: float, witnesses: int = 2) -> IndexedCard:
    chances = np.full(NO_INDEX, (1 - confidence) / NO_INDEX)
    chances[DECK.index(Card.parse(code))] = confidence
    corners = np.array([[x, 0], [x + 100, 0], [x + 100, 140], [x, 140]], np.float64)
    return IndexedCard(corners, chances, witnesses, True, 0.9)


CERTAIN = [("2MK", 1000.0), ("AL", 1200.0), ("CM", 1400.0)]


def with_certain(
    cards: list[CardSighting], indexed: list[IndexedCard]
) -> tuple[tuple[CardSighting, ...], list[IndexedCard]]:
    known = [sighting(code, x, 0.99, True) for code, x in CERTAIN]
    return (*cards, *known), [*indexed, *(index(code, x, 0.999) for code, x in CERTAIN)]


def test_an_index_that_agrees_makes_a_doubtful_card_sure() -> None:
    settled = second_opinion(*with_certain([sighting("4MS", 0, 0.7, False)], [index("4MS", 2, 0.999)]))
    assert (str(settled[0].card), settled[0].sure) == ("4MS", True)


def test_an_index_that_contradicts_takes_the_certainty_away() -> None:
    settled = second_opinion(*with_certain([sighting("6MW", 0, 0.99, True)], [index("9MS", 2, 0.999)]))
    assert not settled[0].sure
    assert [str(card) for card, _ in settled[0].candidates[:2]] == ["6MW", "9MS"]


def test_a_faint_index_changes_nothing() -> None:
    card = sighting("6MW", 0, 0.99, True)
    assert second_opinion(*with_certain([card], [index("9MS", 2, 0.5, witnesses=1)]))[0] == card


def test_a_card_that_only_its_indices_give_away_is_told() -> None:
    settled = second_opinion(*with_certain([], [index("7SK", 300, 0.9999)]))
    assert [str(card.card) for card in settled[len(CERTAIN) :]] == ["7SK"]
    assert settled[-1].sure


def test_a_design_that_the_networks_misread_is_left_to_its_gallery() -> None:
    cards = [sighting(code, x, 0.99, True) for code, x in CERTAIN]
    strange = [index(code, x, 0.999) for code, (_, x) in zip(("3MW", "5YK", "8WL"), CERTAIN, strict=True)]
    assert second_opinion(cards, [*strange, index("7SK", 300, 0.9999)]) == tuple(cards)


def test_a_face_down_card_stays_face_down() -> None:
    back = CardSighting(sighting("4MS", 0, 1, True).corners, Face.DOWN, (), True)
    assert second_opinion(*with_certain([back], [index("4MS", 1, 0.999)]))[0] == back


@each("first_sure", [True, False])
def test_an_index_does_not_make_one_card_lie_in_two_places(first_sure: bool) -> None:
    settled = second_opinion(
        [sighting("4MS", 0, 0.99, first_sure)], [index("4MS", 1, 0.9999), index("4MS", 400, 0.999)]
    )
    assert [card.sure for card in settled] == [True]


def test_two_places_that_show_the_same_indices_are_not_both_sure() -> None:
    settled = second_opinion([], [index("4MS", 0, 0.9999), index("4MS", 400, 0.999)])
    assert [card.sure for card in settled] == [True, False]


def test_a_doubtful_card_that_its_indices_place_better_is_told_once() -> None:
    slantwise = CardSighting(((50, -40), (130, 40), (50, 180), (-30, 100)), Face.UP, ((Card.parse("AM"), 0.7),), False)
    settled = second_opinion(*with_certain([slantwise], [index("AM", 2, 0.9999)]))
    moons = [card for card in settled if str(card.card) == "AM"]
    assert [card.corners[0] for card in moons] == [(2.0, 0.0)]
