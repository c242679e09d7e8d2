"""Cards that must lie on a table by the rules' counts are looked for where the others' steps lead."""

import math

import numpy as np

from companion.pieces import DECK, Card
from companion.vision.arrays import Matrix
from companion.vision.cards.card_plane import CARD, CardPlane
from companion.vision.cards.expected_cards import expected_strips, missing_cards
from companion.vision.cards.strip_pairing import STRIP, IndexedCard
from tests.cases import each

PLANE = CardPlane(np.diag([0.01, 0.01, 1.0]), 0.05)
"""A card is 100 pixels wide, seen from above."""


def outline(x: float, y: float, turn: float, card: Matrix = CARD) -> Matrix:
    cos, sin = math.cos(turn), math.sin(turn)
    placed = (card - CARD.mean(axis=0)) @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return PLANE.in_picture(placed)


def read(code: str, corners: Matrix) -> IndexedCard:
    chances = np.zeros(len(DECK))
    chances[DECK.index(Card.parse(code))] = 0.999
    return IndexedCard(corners, chances, 1, True, 0.8)


def in_arc(number: int, card: Matrix = CARD) -> Matrix:
    """The place of a card in an arc: each is turned by 15 degrees about one point below."""
    turn = math.radians(15 * number)
    return outline(5 + 2 * math.sin(turn), 5 - 2 * math.cos(turn), turn, card)


def in_row(number: int, card: Matrix = CARD) -> Matrix:
    return outline(2 + 1.3 * number, 4, 0.1, card)


@each("placed", [in_arc, in_row])
@each("lost", [0, 1, 2])
def test_the_strip_of_a_lost_crown_is_expected_where_the_other_two_show_it(placed: object, lost: int) -> None:
    assert callable(placed)
    cards = [read(code, placed(number)) for number, code in enumerate(("CM", "CS", "CW")) if number != lost]
    places = expected_strips(PLANE, cards)
    away = np.linalg.norm(places - placed(lost, STRIP), axis=2).mean(axis=1)
    assert away.min() < 0.05 * 100


def test_only_what_the_rules_count_is_missing() -> None:
    crowns = [read(f"C{suit}", in_row(number)) for number, suit in enumerate("MSWLYK")]
    assert not list(missing_cards([*crowns, read("9MS", in_row(7))], 0.9))
    ((missing, shown),) = missing_cards(crowns[:4], 0.9)
    assert sorted(DECK[number].code for number in missing) == ["CK", "CY"] and len(shown) == 4
    assert not list(missing_cards(crowns[:1], 0.9)), "one card shows no step"
