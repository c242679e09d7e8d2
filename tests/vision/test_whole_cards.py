"""Cards without an index in view: told by their pictures alone, wherever the finder's outline is a little amiss."""

import math

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK, Card
from companion.vision.cards.detect_cards import detect_cards
from companion.vision.cards.detection import corner_distance
from companion.vision.cards.face_reader import BACK, shipped_face_reader
from companion.vision.cards.index_strips import shipped_index_reader
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture

CARD = Lying("X", 300, 260, height=240, turn=20)


def turned(outline: NDArray[np.floating], degrees: float, grown: float = 1.0) -> NDArray[np.float32]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle = outline.mean(axis=0)
    return np.asarray((outline - middle) @ (grown * np.array([[cos, sin], [-sin, cos]])) + middle, np.float32)


@each(("degrees", "grown"), [(13, 0.9), (-12, 0.92), (9, 1.0)])
@each(("code", "kind"), [("X", DECK.index(Card.parse("X"))), (None, BACK)])
def test_a_card_whose_outline_is_turned_a_little_is_known_and_placed(
    code: str | None, kind: int, degrees: float, grown: float
) -> None:
    card = Lying(code, CARD.x, CARD.y, CARD.height, CARD.turn)
    picture = table_picture([card])
    amiss = turned(card.corners, degrees, grown)
    found = shipped_face_reader().search(picture, amiss[None])
    assert int(found.chances[0].argmax()) == kind and found.chances[0, kind] > 0.9
    assert corner_distance(card.corners, found.corners[0]) < 0.1 < corner_distance(card.corners, amiss)


def test_what_lies_all_within_a_card_and_is_smaller_is_its_picture() -> None:
    card = Lying("4MS", 300, 260, height=300)
    places = detect_cards(table_picture([card]), shipped_index_reader(), shipped_face_reader()).places
    assert [place.indices for place in places] == [2]
