from __future__ import annotations

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from companion.pieces import Card
from companion.table.edge import Edge
from companion.table.sightings import CardSighting, Face
from companion.vision.tracking.play_area import area_around_row, area_of_whole_picture, area_on_mat
from tests.cases import each
from tests.vision.table_pictures import Lying


def card(code: str, x: float, y: float) -> CardSighting:
    a, b, c, d = ((float(px), float(py)) for px, py in Lying(code, x, y, 100).corners)
    return CardSighting((a, b, c, d), Face.UP, ((Card.parse(code), 1.0),), True)


ROW = [card("PSWK", 300, 500), card("X", 380, 500), card("PMSL", 460, 500)]


def test_the_area_reaches_a_card_and_a_half_around_the_row_and_what_lies_with_it() -> None:
    area = area_around_row([*ROW, card("4MS", 460, 610), card("CM", 1100, 100)], 1280, 960)
    assert area is not None and area.near is None
    inside = area.mask(1280, 960, (96, 128))
    assert inside[80, 46] and inside[50, 20] and inside[80, 30], "dice roll into its corners too"
    assert not inside[10, 110] and not inside[90, 30]


def test_without_a_row_there_is_no_area() -> None:
    assert area_around_row(ROW[:2], 1280, 960) is None


def test_the_seat_is_kept_when_the_camera_moves() -> None:
    area = area_of_whole_picture(100, 50).seated(Edge.LEFT).moved(np.array([[1.0, 0, 10], [0, 1, 5], [0, 0, 1]]))
    assert (area.near, area.outline[0]) == (Edge.LEFT, (10.0, 5.0))


def mat_picture(numbers: tuple[int, ...], quarter_turns: int = 0) -> Picture:
    """Corner pieces at the corners of a mat, each tag turned as printed: upright for player 0."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = np.full((720, 960), 120, np.uint8)
    for number, (x, y) in enumerate(((60, 60), (820, 60), (820, 580), (60, 580))):
        if number in numbers:
            picture[y - 15 : y + 95, x - 15 : x + 95] = 255
            picture[y : y + 80, x : x + 80] = cv2.aruco.generateImageMarker(family, number, 80)
    return np.asarray(cv2.cvtColor(np.rot90(picture, quarter_turns).copy(), cv2.COLOR_GRAY2BGR), np.uint8)


@each(("turns", "near"), [(0, Edge.BOTTOM), (1, Edge.RIGHT), (2, Edge.TOP), (3, Edge.LEFT)])
def test_a_mat_tells_the_area_and_where_player_0_sits(turns: int, near: Edge) -> None:
    area = area_on_mat(mat_picture((0, 1, 2, 3), turns))
    assert area is not None and area.near is near and area.from_mat


def test_the_area_is_inside_the_corner_pieces_and_one_of_them_may_be_hidden() -> None:
    for numbers in ((0, 1, 2, 3), (0, 1, 3), (1, 2, 3)):
        area = area_on_mat(mat_picture(numbers))
        assert area is not None
        corners = np.array(area.outline)
        assert np.abs(corners - [(140, 140), (820, 140), (820, 580), (140, 580)]).max() < 4


def test_two_corner_pieces_are_too_few() -> None:
    assert area_on_mat(mat_picture((0, 2))) is None
