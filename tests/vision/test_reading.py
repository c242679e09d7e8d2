from __future__ import annotations

import numpy as np

from companion.pictures.arrays import Picture
from companion.table.sightings import CardSighting, Face
from companion.vision.recognise import recognise
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture


def read_cards(picture: Picture) -> tuple[CardSighting, ...]:
    return recognise(picture).sightings.cards


def at(cards: tuple[CardSighting, ...], lying: Lying) -> CardSighting:
    near = [c for c in cards if np.linalg.norm(np.mean(c.corners, axis=0) - (lying.x, lying.y)) < 0.1 * lying.height]
    assert len(near) == 1, f"{len(near)} cards were seen where {lying.code} lies"
    return near[0]


SCATTERED = [
    Lying("4MS", 150, 150, turn=12),
    Lying("X", 400, 160, turn=-75),
    Lying("9WY", 650, 150, turn=171),
    Lying("AK", 860, 170, turn=90),
    Lying("TMLY", 150, 420, turn=33),
    Lying("CL", 380, 420, turn=-140),
    Lying("PSWK", 620, 430, turn=5),
    Lying("6LK", 850, 450, turn=200),
]


def test_scattered_cards_are_read_surely_whichever_way_they_lie() -> None:
    cards = read_cards(table_picture(SCATTERED))
    assert len(cards) == len(SCATTERED)
    for lying in SCATTERED:
        card = at(cards, lying)
        assert (str(card.card), card.sure) == (lying.code, True)


def test_corners_run_clockwise_from_the_cards_own_top_left() -> None:
    cards = read_cards(table_picture(SCATTERED))
    for lying in SCATTERED:
        corners = np.array(at(cards, lying).corners)
        either_way_up = [np.abs(np.roll(lying.corners, turn, axis=0) - corners).max() for turn in (0, 2)]
        assert min(either_way_up) < 4, lying.code


def test_a_card_covered_to_a_third_is_read_from_the_part_that_shows() -> None:
    column = [Lying("8YK", 300, 200), Lying("AY", 300, 260), Lying("7WY", 300, 320), Lying("2SY", 300, 380)]
    cards = read_cards(table_picture([*column, Lying("5ML", 600, 300), Lying("CM", 800, 300)]))
    for lying in column:
        assert str(at(cards, lying).card) == lying.code


def test_a_card_lying_face_down_is_no_card_of_the_deck() -> None:
    lying = Lying(None, 700, 300, turn=20)
    cards = read_cards(table_picture([Lying("3SK", 250, 300), Lying("9LK", 450, 300), lying]))
    down = at(cards, lying)
    assert (down.face, down.card, down.sure) == (Face.DOWN, None, True)


def test_an_empty_table_shows_nothing() -> None:
    assert read_cards(table_picture([])) == ()


@each("size", [(64, 64), (80, 2000)])
def test_a_picture_of_nothing_in_any_shape_shows_nothing(size: tuple[int, int]) -> None:
    assert read_cards(np.full((size[1], size[0], 3), 127, np.uint8)) == ()


def test_a_picture_that_no_deck_explains_shows_nothing() -> None:
    stripes = np.full((480, 640, 3), 200, np.uint8)
    stripes[200:280, 100:500] = 40
    assert recognise(stripes).sightings.cards == ()
