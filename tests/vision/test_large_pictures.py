"""Photos of many megapixels: found small, read large, told in the photo's own pixels."""

import cv2
import numpy as np

from companion.vision.recognise import recognise
from tests.vision.table_pictures import Lying, table_picture

TABLE = [Lying("4MS", 150, 150, turn=12), Lying("9WY", 400, 150, turn=171), Lying("CL", 650, 420, turn=-140)]


def test_a_large_photo_is_read_like_a_small_one_and_its_corners_are_its_own() -> None:
    large = np.asarray(cv2.resize(table_picture(TABLE), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8)
    sightings_found = recognise(large).sightings
    assert (sightings_found.width, sightings_found.height) == (4000, 3000)
    assert {str(card.card) for card in sightings_found.cards if card.sure} == {lying.code for lying in TABLE}
    for lying in TABLE:
        (card,) = [card for card in sightings_found.cards if str(card.card) == lying.code]
        here = np.array(card.corners)
        assert min(np.abs(np.roll(4 * lying.corners, turn, axis=0) - here).max() for turn in (0, 2)) < 20
